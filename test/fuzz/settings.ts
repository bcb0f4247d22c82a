/** How much is tried: little in the default test run, always the same, and what `npm run test:more -- fuzz` asks for. */
const runs = (byDefault: number) => Number(process.env.FUZZ_RUNS ?? byDefault);

/** Of answers for each endpoint, through n8n's engine and HTTP. */
export const ENGINE_RUNS = runs(20);
/** Of items for each operation: each takes a few calls. */
export const ITEM_RUNS = runs(10);
/** Of polls, of which a case takes four. */
export const POLL_RUNS = Math.ceil(ITEM_RUNS / 5);
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Of one test: a long run takes minutes. */
export const TEST_TIMEOUT_MS = ENGINE_RUNS > 1000 ? 3_600_000 : 60_000;
