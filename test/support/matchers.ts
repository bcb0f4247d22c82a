/** Jest's matchers, with the type of what they stand for. */
export const containing = (part: string) => expect.stringContaining(part) as string;
export const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
export const aNumber = expect.any(Number) as number;
