/**
 * How much is tried: little in the default test run, and what `npm run test:fuzz` asks for. A seed that is given
 * makes a run repeatable; fast-check prints the one of a failure.
 */
export const RUNS = Number(process.env.FUZZ_RUNS ?? 500);
/** Of answers for each endpoint through n8n's engine and HTTP, which costs a hundred times more. */
export const ENGINE_RUNS = Math.ceil(RUNS / 5);
/** Of items for each operation: each takes a few calls. */
export const ITEM_RUNS = Math.ceil(RUNS / 10);
export const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Of one test: a long run takes minutes. */
export const TEST_TIMEOUT_MS = RUNS > 1000 ? 3_600_000 : 60_000;
