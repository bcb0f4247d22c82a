import { liftLimit } from '../../tools/bench/liftLimit';
import { Harness } from '../support/harness';
import { HostileService } from './hostileService';
import { expectUntouchedPrototypes } from './soundness';
import { takeValidAnswers } from './validAnswers';

/** The built node without a limit, and a service that answers it with what a test says. */
export interface Stage {
	harness: Harness;
	service: HostileService;
	/** Ends both; fails when an answer has changed what all objects share. */
	clear(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
	liftLimit();
	const harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12) });
	const service = await HostileService.start(await takeValidAnswers(harness.sandbox));
	const clear = async () => {
		expectUntouchedPrototypes();
		await service.stop();
		await harness.stop();
	};
	return { harness, service, clear };
}
