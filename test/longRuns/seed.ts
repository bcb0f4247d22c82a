import fc from 'fast-check';

/** Each run is the same, unless another seed is given. */
fc.configureGlobal({ seed: Number(process.env.LONG_SEED ?? 41) });
