import { runTogether } from './runTogether';

runTogether(3);
