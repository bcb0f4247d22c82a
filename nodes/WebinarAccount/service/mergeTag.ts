import { InputError } from './errors';
import { shortened } from './quoted';

/** How e-mail tools write a merge field; inside one, spaces and # are the tool's own. Double brackets hold single ones. */
const TAGS = /\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s]+%|~[^~\s]+~|#[^#\s]+#/g;

const faults: ReadonlyArray<[pattern: RegExp, fault: string]> = [
	[/&/, 'holds an "&", which begins the next parameter of the link'],
	[/#/, 'holds a "#", which ends the link'],
	[/\s/, 'holds a space or a line break'],
	[/\?/, 'holds a "?"'],
];

/**
 * Checks a merge field before it goes into a link as it stands: outside the tool's own tag, no character may have
 * a meaning in a link.
 * @param label the field's name in the editor
 */
export function checkMergeTag(label: string, tag: string): string {
	const text = tag.trim();
	if (text === '') {
		throw new InputError(`The link has no merge field for ${label}`, 'Fill it in under Merge Fields.');
	}
	const outside = text.replace(TAGS, '');
	const fault = faults.find(([pattern]) => pattern.test(pattern.source === '&' ? text : outside));
	if (!fault) return text;
	throw new InputError(
		`The merge field for ${label} ${fault[1]}`,
		`Use the merge field of your e-mail tool just as it prints it, e.g. {{ contact.email }} or %EMAIL%. Given: ${shortened(text)}`,
	);
}
