import { runGroup } from './runGroup';

runGroup(['unit', 'support']);
