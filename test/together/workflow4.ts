import { runTogether } from './runTogether';

runTogether(['workflow'], { index: 3, of: 4 });
