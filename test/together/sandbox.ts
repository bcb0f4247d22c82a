import { runTogether } from './runTogether';

runTogether(['sandbox', 'openapi']);
