import { InputError } from './errors';
import { shortened } from './quoted';

/** How e-mail tools write a merge field; inside one, spaces and # are the tool's own. Double brackets hold single ones. */
const TAG = /\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s]+%|~[^~\s]+~|#[^#\s]+#/
	.source;

/**
 * What has a place in a link: tags, encoded characters, and a plus sign, which is encoded. `%2B%CODE%` and `%FAX%` show
 * that a percent sign can be read as the beginning of a character (a printable one of ASCII) or of a tag.
 */
const READINGS = [
	new RegExp(`%[2-7][\\dA-F]|${TAG}|\\+`, 'gi'),
	new RegExp(`${TAG}|%[\\dA-F]{2}|\\+`, 'gi'),
] as const;

const ADVICE =
	'Use the merge field of your e-mail tool just as it prints it, e.g. {{ contact.email }} or %EMAIL%.';

const FAULTS: ReadonlyArray<[pattern: RegExp, fault: string, advice?: string]> = [
	[/#/, 'holds a "#", which ends the link'],
	[/\s/, 'holds a space or a line break'],
	[/\?/, 'holds a "?"'],
	[/%/, 'holds a "%" that belongs to no tag', `${ADVICE} Write the character itself as %25.`],
];

/**
 * Checks a merge field before it goes into a link as it stands: outside the tool's own tag, no character may have
 * a meaning in a link. Only a plus sign beside tags is encoded, because in a link it means a space ("One-click
 * registration link", rule 2).
 * @param label the field's name in the editor
 */
export function readMergeTag(label: string, tag: string): string {
	const text = tag.trim();
	if (text === '') {
		throw new InputError(`The link has no merge field for ${label}`, 'Fill it in under Merge Fields.');
	}
	if (text.includes('&'))
		throw refused(label, text, 'holds an "&", which begins the next parameter of the link');
	const [, otherwise] = READINGS;
	const reading = READINGS.find((each) => !text.replace(each, '').includes('%')) ?? otherwise;
	const outside = text.replace(reading, '');
	const fault = FAULTS.find(([pattern]) => pattern.test(outside));
	if (fault) throw refused(label, text, fault[1], fault[2]);
	return text.replace(reading, (part) => (part === '+' ? '%2B' : part));
}

function refused(label: string, text: string, fault: string, advice = ADVICE): InputError {
	return new InputError(`The merge field for ${label} ${fault}`, `${advice} Given: ${shortened(text)}`);
}
