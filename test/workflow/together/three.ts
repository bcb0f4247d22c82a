import { runTogether } from './runTogether';

runTogether(2);
