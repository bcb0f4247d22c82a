import { runTogether } from './runTogether';

runTogether(['workflow'], { index: 0, of: 4 });
