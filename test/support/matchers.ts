/** Jest's asymmetric matchers, typed as the values that they match. */
export const containing = (part: string) => expect.stringContaining(part) as string;
export const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
export const aNumber = expect.any(Number) as number;
