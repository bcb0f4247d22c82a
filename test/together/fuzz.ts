import { runTogether } from './runTogether';

runTogether(['fuzz']);
