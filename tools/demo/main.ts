import { exitWith } from '../cli/failure';
import { stopSignal } from '../cli/stopSignal';
import { runDemo } from './demo';

void runDemo(process.argv, stopSignal()).then((exitCode) => void (process.exitCode = exitCode), exitWith);
