import { runTogether } from './runTogether';

runTogether(['workflow'], (file) => file.startsWith('trigger'));
runTogether(['faults', 'longRuns', 'demo']);
