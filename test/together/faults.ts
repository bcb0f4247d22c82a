import { runTogether } from './runTogether';

runTogether(['faults', 'longRuns']);
