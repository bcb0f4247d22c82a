import fc from 'fast-check';

/** Repeats the same random values in each run, unless LONG_SEED has another seed. */
fc.configureGlobal({ seed: Number(process.env.LONG_SEED ?? 41) });
