/** The forms of merge fields. If a value has such a form, the email tool did not replace it. */
const shapes = [
	/\*\|.*\|\*/, // *|EMAIL|*
	/^%[a-z][\w .-]*%$/i, // %EMAIL%
	/\{\{.*\}\}/, // {{ email }}
	/^\{.+\}$/, // {!email}, {$email}, {contactfield=email}
	/^\[.+\]$/, // [[email]], [Email]
	/^~[\w.]+~$/, // ~Contact.Email~
];

/** A raw merge field such as %DATE%, which decoding would damage. An encoded value never ends with a percent sign. */
const percentTag = /^%.+%$/;

/** Returns the first merge field in a query string that the email tool did not replace. */
export function unreplacedMergeField(query: string): string | undefined {
	for (const pair of query.split('&')) {
		const raw = pair.slice(pair.indexOf('=') + 1);
		if (percentTag.test(raw)) return raw;
		const value = new URLSearchParams(`value=${raw}`).get('value') ?? '';
		if (shapes.some((shape) => shape.test(value))) return value;
	}
	return undefined;
}
