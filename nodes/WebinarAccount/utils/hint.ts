/** A hint for the user, with the condition under which it is shown. */
export type Hint = readonly [applies: boolean, text: string];
