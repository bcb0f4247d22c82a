import { name, version } from '../../../package.json';

/**
 * The `User-Agent` of every request, in the usual form for programs. The firewall in front of the service refuses the
 * user agents of server libraries, and it is not known whether it accepts n8n's own.
 */
export const USER_AGENT = `Mozilla/5.0 (compatible; ${name}/${version})`;
