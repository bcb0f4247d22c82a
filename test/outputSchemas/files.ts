import { join } from 'node:path';

/** Where n8n looks for the schema of version 1: beside the compiled nodes, from where the build copies it. */
export const SOURCE = join(__dirname, '../../nodes/WebinarAccount/__schema__/v1.0.0');
export const BUILT = join(__dirname, '../../dist/nodes/WebinarAccount/__schema__/v1.0.0');
