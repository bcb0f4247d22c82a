import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings where it is loaded; this must not be the user's own n8n.
const folder = join(tmpdir(), 'n8n-nodes-webinar-account-engine');
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'only for this process';
// A failed run is told by its result.
process.env.N8N_LOG_LEVEL = 'silent';
