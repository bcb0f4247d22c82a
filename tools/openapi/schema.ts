/** A JSON Schema as it is written into the description. */
export interface Schema {
	readonly [keyword: string]: unknown;
}

/** How sure it is that the service does this: `x-confidence` in the description. */
export type Confidence = 'documented' | 'seen' | 'seenOnce' | 'assumed';

/** A member of an answer, or a parameter of a request. */
export interface Member {
	description: string;
	confidence: Confidence;
	/** Absent where the type is what the package reads. */
	schema?: Schema;
	/** Whether the service documents no condition for it. */
	always?: boolean;
}

export type Members = Readonly<Record<string, Member>>;

type Options = Pick<Member, 'schema' | 'always'>;

const member =
	(confidence: Confidence) =>
	(description: string, options: Options = {}): Member => ({ description, confidence, ...options });

/** In the vendor's help pages. */
export const documented = member('documented');
/** In several independent code bases that use the service. */
export const seen = member('seen');
export const seenOnce = member('seenOnce');
/** Stated nowhere. */
export const assumed = member('assumed');

export const text: Schema = { type: 'string' };
export const textOrNull: Schema = { type: ['string', 'null'] };
export const integer: Schema = { type: 'integer' };
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** `YYYY-MM-DD HH:MM`. */
export const date: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$' };

/** `GMT-5`, `GMT+2` or `GMT+4:30`. */
export const gmtForm: Schema = { type: 'string', pattern: '^GMT[+-]\\d{1,2}(:[0-5]\\d)?$' };

/** The members of an object as JSON Schema. */
export function propertiesOf(members: Members): Record<string, Schema> {
	return Object.fromEntries(Object.entries(members).map(([name, each]) => [name, property(each)]));
}

export function property({ schema = {}, description, confidence }: Member): Schema {
	return { ...schema, description, 'x-confidence': confidence };
}

/** The names of the members that are always there. */
export function alwaysIn(members: Members): string[] {
	return Object.keys(members).filter((name) => members[name]?.always);
}
