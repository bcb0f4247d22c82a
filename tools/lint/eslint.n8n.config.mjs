// The unchanged rules of n8n's tool `n8n-node lint`, for the published code.
import { config } from '@n8n/node-cli/eslint';

export default config;
