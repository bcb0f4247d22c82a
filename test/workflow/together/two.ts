import { runTogether } from './runTogether';

runTogether(1);
