import { runGroup } from './runGroup';

// The other half of test/workflow is in trigger.ts, so that two processor cores share the work.
runGroup(['workflow'], (file) => !file.startsWith('trigger'));
runGroup(['package', 'outputSchemas']);
