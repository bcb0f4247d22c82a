import fc from 'fast-check';

import {
	exceedsJsonBounds,
	MAX_DEPTH,
	MAX_ENTRIES,
	MAX_VALUES,
} from '../../../nodes/WebinarAccount/service/response';
import { cpuMs } from '../../support/cpuTime';

const list = (count: number, entry = '1') => `[${new Array<string>(count).fill(entry).join(',')}]`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the bounds of an answer', () => {
	it.each([
		[nested(MAX_DEPTH), undefined],
		[nested(MAX_DEPTH + 1), 'depth'],
		['[{"a":'.repeat(MAX_DEPTH), 'depth'],
		[list(MAX_ENTRIES), undefined],
		[list(MAX_ENTRIES + 1), 'size'],
		[`{${list(MAX_ENTRIES + 1, '"a":1').slice(1, -1)}}`, 'size'],
		[list(50, list(MAX_VALUES / 50 - 1)), undefined],
		[list(50, list(MAX_VALUES / 50)), 'size'],
		[list(MAX_ENTRIES, '{}'), undefined],
		// None of these is JSON, which is seen later.
		['', undefined],
		[']'.repeat(200), undefined],
		[','.repeat(MAX_ENTRIES - 1), undefined],
		['"[', undefined],
		['"\\', undefined],
	])('%#', (text, excess) => {
		expect(exceedsJsonBounds(text)).toBe(excess);
	});

	it('count no character within a text', () => {
		const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('[', '{', '",', '\\', '\\"', '\\\\', '"[')));
		fc.assert(
			fc.property(texts, (parts) => {
				const text = parts.join('').repeat(3);
				expect(exceedsJsonBounds(`${JSON.stringify([text, { [text]: text }])}`)).toBeUndefined();
				const tooDeep = JSON.stringify([text]).slice(0, -1) + `,${nested(MAX_DEPTH)}]`;
				expect(exceedsJsonBounds(tooDeep)).toBe('depth');
			}),
		);
		expect(exceedsJsonBounds(JSON.stringify('[,{'.repeat(MAX_VALUES)))).toBeUndefined();
	});

	it.each(['\\', '\\"', '"', '"\\', ' ', '1'])('take linear time for %j', (part) => {
		expect(cpuMs(() => exceedsJsonBounds(`"${part.repeat(2_000_000)}`))).toBeLessThan(2000);
	});
});
