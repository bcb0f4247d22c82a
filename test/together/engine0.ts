import { runTogether, WITH_ENGINE } from './runTogether';

runTogether(WITH_ENGINE, 0);
