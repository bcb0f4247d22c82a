import { runTogether } from './runTogether';

runTogether(['workflow'], { index: 1, of: 4 });
