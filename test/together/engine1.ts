import { runTogether } from './runTogether';

runTogether(['workflow'], (file) => file.startsWith('trigger'));
runTogether(['faults', 'fuzz', 'longRuns', 'demo']);
