import { runTogether } from './runTogether';

runTogether(['package', 'outputSchemas']);
