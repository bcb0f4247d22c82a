// The rules of n8n's own tool, `n8n-node lint`, as they are: for what is published, and not for tests and sandbox.
import { config } from '@n8n/node-cli/eslint';

export default config;
