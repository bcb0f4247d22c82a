import { runTogether } from './runTogether';

runTogether(['workflow'], { index: 2, of: 4 });
