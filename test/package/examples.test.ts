import { exampleFiles, isOurs, readExample } from '../support/examples';
import { useHarness } from '../support/harness';
import { unknownParametersOf } from '../support/unknownParameters';

const harness = useHarness();

describe.each(exampleFiles)('the example %s', (file) => {
	it('uses only names and values of fields that the node shows', () => {
		const { engine } = harness;
		const ours = readExample(file).nodes.filter(isOurs);
		expect(ours).not.toHaveLength(0);
		expect(ours.flatMap((node) => unknownParametersOf(node, engine.typeNamed(node.type)))).toEqual([]);
		for (const { type, typeVersion } of ours) {
			expect([engine.typeNamed(type).description.version].flat()).toContain(typeVersion);
		}
	});
});
