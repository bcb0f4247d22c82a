import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings when it is loaded. It must not use the settings of the user's n8n.
const folder = join(tmpdir(), 'n8n-nodes-webinarjam-everwebinar-engine');
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'only for this process';
// The result of a run contains its error, so n8n need not log it.
process.env.N8N_LOG_LEVEL = 'silent';
