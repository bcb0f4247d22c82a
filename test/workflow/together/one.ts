import { runTogether } from './runTogether';

runTogether(0);
