import { runGroup } from './runGroup';

runGroup(['workflow'], (file) => file.startsWith('trigger'));
runGroup(['faults', 'demo', 'memory']);
