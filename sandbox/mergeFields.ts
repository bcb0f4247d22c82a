/** How email tools write a merge field. A value of this shape was not replaced by the tool. */
const shapes = [
	/\*\|.*\|\*/, // *|EMAIL|*
	/^%[a-z][\w .-]*%$/i, // %EMAIL%
	/\{\{.*\}\}/, // {{ email }}
	/^\{.+\}$/, // {!email}, {$email}, {contactfield=email}
	/^\[.+\]$/, // [[email]], [Email]
	/^~[\w.]+~$/, // ~Contact.Email~
];

/** Decoding garbles a tag like %DATE%; but no properly encoded value ends with a bare percent sign. */
const percentTag = /^%.+%$/;

/** The first merge field left in a query string. */
export function unreplacedMergeField(query: string): string | undefined {
	for (const pair of query.split('&')) {
		const raw = pair.slice(pair.indexOf('=') + 1);
		if (percentTag.test(raw)) return raw;
		const value = new URLSearchParams(`value=${raw}`).get('value') ?? '';
		if (shapes.some((shape) => shape.test(value))) return value;
	}
	return undefined;
}
