/** Merge fields of email tools. The tool did not replace a value of this form. */
const shapes = [
	/\*\|.*\|\*/, // *|EMAIL|*
	/^%[a-z][\w .-]*%$/i, // %EMAIL%
	/\{\{.*\}\}/, // {{ email }}
	/^\{.+\}$/, // {!email}, {$email}, {contactfield=email}
	/^\[.+\]$/, // [[email]], [Email]
	/^~[\w.]+~$/, // ~Contact.Email~
];

/** Decoding damages a tag such as %DATE%. No properly encoded value ends with a bare percent sign. */
const percentTag = /^%.+%$/;

/** The first unreplaced merge field of a query string. */
export function unreplacedMergeField(query: string): string | undefined {
	for (const pair of query.split('&')) {
		const raw = pair.slice(pair.indexOf('=') + 1);
		if (percentTag.test(raw)) return raw;
		const value = new URLSearchParams(`value=${raw}`).get('value') ?? '';
		if (shapes.some((shape) => shape.test(value))) return value;
	}
	return undefined;
}
