/**
 * How much is tried: little in the default test run, always the same, and what `npm run test:fuzz` asks for, with a new
 * seed each time.
 */
export const RUNS = Number(process.env.FUZZ_RUNS ?? 200);
/** Of answers for each endpoint through n8n's engine and HTTP, which costs a hundred times more. */
export const ENGINE_RUNS = Math.ceil(RUNS / 5);
/** Of items for each operation: each takes a few calls. */
export const ITEM_RUNS = Math.ceil(RUNS / 10);
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Of one test: a long run takes minutes. */
export const TEST_TIMEOUT_MS = RUNS > 1000 ? 3_600_000 : 60_000;
