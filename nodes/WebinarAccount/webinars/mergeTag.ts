import { InputError } from '../service/errors';
import { shortened } from '../utils/text';

/** The merge tags of email tools, which may contain spaces and #. Single brackets also match inside double ones. */
const TAG =
	/\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s\d][^%\s]*%|~[^~\s]+~|#[^#\s]+#/;

const TAG_OR_PLUS = new RegExp(`${TAG.source}|\\+`, 'g');

const PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/#/, 'contains a "#", which ends the link'],
	[/\s/, 'contains a space or a line break'],
	[/\?/, 'contains a "?"'],
];

/**
 * Checks a merge field, which a link contains unencoded: outside the tool's tag, no character may have a meaning in a
 * link. Only a plus sign outside a tag is encoded, because in a link it means a space ("One-click registration link",
 * rule 2).
 * @param label the field's name in the editor
 */
export function readMergeTag(label: string, tag: string): string {
	const text = tag.trim();
	if (text === '') {
		throw new InputError(`The link has no merge field for ${label}`, `Fill in ${label} under Merge Fields.`);
	}
	if (text.includes('&'))
		throw invalidField(label, text, 'contains an "&", which begins the next parameter of the link');
	const outside = text.replace(TAG_OR_PLUS, '');
	const [, problem] = PROBLEMS.find(([pattern]) => pattern.test(outside)) ?? [];
	if (problem !== undefined) throw invalidField(label, text, problem);
	return text.replace(TAG_OR_PLUS, (part) => (part === '+' ? '%2B' : part));
}

function invalidField(label: string, text: string, problem: string): InputError {
	return new InputError(
		`The merge field for ${label} ${problem}`,
		`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${shortened(text)}`,
	);
}
