import { assumptions } from '../../tools/probe/assumptions';
import { judge } from '../../tools/probe/judge';
import { report } from '../../tools/probe/report';
import { deviations, editing } from './deviations';
import { probed } from './stage';

describe('A service that differs', () => {
	it('is tried for every assumption that a probe can see', () => {
		const tried = deviations.flatMap(({ contradicts }) => contradicts);
		const visible = assumptions.filter(({ probe }) => probe !== 'nothing').map(({ id }) => id);
		expect(visible.filter((id) => !tried.includes(id))).toEqual([]);
	});

	it.each(deviations)('is found: it $is', async (deviation) => {
		const { evidence } = await probed(deviation.plan, [editing(deviation)], deviation.callsPerSecond);
		const verdicts = judge(evidence);
		const contradicted = verdicts.filter(({ result }) => result === 'contradicted');
		expect(contradicted.map(({ id, seen }) => [id, seen])).toEqual(
			deviation.contradicts.map((id): unknown[] => [id, expect.stringMatching(/./)]),
		);
		const [first] = deviation.contradicts;
		expect(report(verdicts)).toContain(`${first}: ${assumptions.find(({ id }) => id === first)?.assumes}`);
	});
});
