import { runTogether } from './runTogether';

runTogether(['unit']);
