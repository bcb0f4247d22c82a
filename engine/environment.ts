import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings where it is loaded; this must not be the user's own n8n.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'webinar-account-engine-'));
process.env.N8N_ENCRYPTION_KEY = 'only for this process';
// A failed run is told by its result.
process.env.N8N_LOG_LEVEL = 'silent';
