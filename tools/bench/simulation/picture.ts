import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Eta } from 'eta';

import { CALLS_PER_SECOND } from '../limits';
import { type Member, simulate } from './world';

const SECONDS = 240;

/** Two workers from the start, a third one joins after one minute, and the first one dies after two and a half. */
const MEMBERS: readonly Member[] = [
	{ begins: 0, ends: 150, latencyMs: 80 },
	{ begins: 0, ends: Infinity, latencyMs: 120 },
	{ begins: 60, ends: Infinity, latencyMs: 80 },
];
const COLOURS = ['#1b6ca8', '#e08a1e', '#3a8f5c'];

const PLOT = { left: 56, top: 24, width: 720, height: 260 };

interface Bar {
	x: number;
	y: number;
	height: number;
	colour: string;
}

/** Draws calls a second over time, one bar a second, the workers' parts on top of each other, as SVG text. */
export async function drawPicture(seed: number): Promise<string> {
	const traces = await simulate(MEMBERS, SECONDS, seed);
	const scale = PLOT.height / (CALLS_PER_SECOND + 5);
	const bars: Bar[] = [];
	for (let second = 0; second < SECONDS; second++) {
		let height = 0;
		for (const [index, { admitted }] of traces.entries()) {
			const calls = admitted.filter((at) => Math.floor(at) === second).length;
			height += calls * scale;
			const bar = { x: x(second), y: round(PLOT.top + PLOT.height - height), height: round(calls * scale) };
			if (calls > 0) bars.push({ ...bar, colour: COLOURS[index] ?? '' });
		}
	}
	const throttled = traces.flatMap((trace) => trace.throttled).map((at) => round(x(at)));
	const template = readFileSync(join(__dirname, 'picture.eta'), 'utf8');
	return new Eta({ autoTrim: ['nl', false] }).renderString(template, {
		plot: PLOT,
		bars,
		barWidth: round(PLOT.width / SECONDS),
		throttled: [...new Set(throttled)],
		limitY: PLOT.top + PLOT.height - CALLS_PER_SECOND * scale,
		levels: [0, 5, 10, 15, 20].map((calls) => ({ calls, y: PLOT.top + PLOT.height - calls * scale })),
		minutes: [0, 60, 120, 180, 240].map((second) => ({ second, x: x(second) })),
		workers: COLOURS.map((colour, index) => ({
			colour,
			name: `Worker ${index + 1}`,
			x: PLOT.left + index * 110,
		})),
		events: [
			{ x: x(60), text: 'worker 3 joins' },
			{ x: x(150), text: 'worker 1 ends' },
		],
	});
}

function x(second: number): number {
	return round(PLOT.left + (second / SECONDS) * PLOT.width);
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
