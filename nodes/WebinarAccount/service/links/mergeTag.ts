import { InputError } from '../errors';
import { shortened } from '../../utils/text';

/** How email tools write a merge field; inside one, spaces and # are the tool's own. Double brackets hold single ones. */
const TAG =
	/\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s\d][^%\s]*%|~[^~\s]+~|#[^#\s]+#/;

const TAG_OR_PLUS = new RegExp(`${TAG.source}|\\+`, 'g');

const FAULTS: ReadonlyArray<[pattern: RegExp, fault: string]> = [
	[/#/, 'holds a "#", which ends the link'],
	[/\s/, 'holds a space or a line break'],
	[/\?/, 'holds a "?"'],
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
	const outside = text.replace(TAG_OR_PLUS, '');
	const [, fault] = FAULTS.find(([pattern]) => pattern.test(outside)) ?? [];
	if (fault !== undefined) throw refused(label, text, fault);
	return text.replace(TAG_OR_PLUS, (part) => (part === '+' ? '%2B' : part));
}

function refused(label: string, text: string, fault: string): InputError {
	return new InputError(
		`The merge field for ${label} ${fault}`,
		`Use the merge field of your email tool just as it prints it, e.g. {{ contact.email }} or %EMAIL%. Given: ${shortened(text)}`,
	);
}
