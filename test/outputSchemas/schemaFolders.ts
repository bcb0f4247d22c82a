import { join } from 'node:path';

/** The folder of the schemas of version 1, from which the build copies them. */
export const SOURCE = join(__dirname, '../../nodes/WebinarAccount/__schema__/v1.0.0');

/** The folder in which n8n looks for them: beside the compiled nodes. */
export const BUILT = join(__dirname, '../../dist/nodes/WebinarAccount/__schema__/v1.0.0');
