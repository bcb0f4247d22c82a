import { runGroup } from './runGroup';

runGroup(['sandbox', 'openapi', 'probe', 'docs', 'commands', 'release', 'bench', 'realN8n']);
