import { runTogether } from './runTogether';

// Those of the trigger are in the other half.
runTogether(['workflow'], (file) => !file.startsWith('trigger'));
runTogether(['package', 'outputSchemas']);
