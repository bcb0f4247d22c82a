import { credentialLabels } from '../service/account';
import type { Problem, ServiceError } from '../service/errors';
import { enumerated, sentences, shortened } from '../utils/text';
import type { Fields } from './field';
import { bookedSession, timezone } from './session';
import { webinarId } from './webinar';

/** The service's errors in the words of the form: its parameters under the labels of the fields. */

interface Label {
	name: string;
	/** Where the field is; absent at the top. */
	place?: string;
}

/** The labels of parameters in the fields of one operation or of the trigger. */
function labelsOf(fields: Fields, place?: string): Map<string, Label> {
	const labels = new Map<string, Label>();
	for (const field of Object.values(fields)) {
		const name = field.label;
		if (field.entries)
			labelsOf(field.entries, name).forEach((label, parameter) => labels.set(parameter, label));
		for (const parameter of field.parameters ?? []) {
			labels.set(parameter, place === undefined ? { name } : { name, place });
		}
	}
	return labels;
}

/** Where values under any other name are, e.g. "Custom Fields of Additional Fields", if the call takes them. */
function placeOfOthers({ mayNameCustomFields }: ServiceError, fields: Fields): string | undefined {
	if (!mayNameCustomFields) return undefined;
	for (const field of Object.values(fields)) {
		const entry = Object.values(field.entries ?? {}).find(({ takesOthers }) => takesOthers);
		if (entry) return `${entry.label} of ${field.label}`;
	}
	return undefined;
}

/** What the service may name in any call. */
const COMMON: ReadonlyMap<string, Label> = labelsOf({ webinarId, bookedSession, timezone }).set('api_key', {
	name: credentialLabels.apiKey,
	place: 'the credential',
});

interface Complaint {
	problem: Problem;
	/** Absent for a problem of the whole call. */
	label?: Label;
	/** Whether a field of the form has the parameter; otherwise it can be anything. */
	isKnown: boolean;
}

function complaintsOf(error: ServiceError, fields: Fields): Complaint[] {
	const labels = new Map([...COMMON, ...labelsOf(fields)]);
	const place = placeOfOthers(error, fields);
	return error.problems.map((problem) => {
		if (problem.parameter === undefined) return { problem, isKnown: false };
		const known = labels.get(problem.parameter);
		const name = shortened(problem.parameter);
		return { problem, label: known ?? (place === undefined ? { name } : { name, place }), isKnown: !!known };
	});
}

/** The labels of the fields that the service reported, for counts. Other names are left out. */
export function reportedFields(error: ServiceError, fields: Fields): string[] {
	const other = placeOfOthers(error, fields) === undefined ? 'a value' : 'a custom field';
	const complaints = complaintsOf(error, fields).filter(({ label }) => label);
	return [...new Set(complaints.map(({ label, isKnown }) => (isKnown && label ? label.name : other)))];
}

/** The message and the description of a service's error. @param fields of the operation or of the trigger */
export function explain(error: ServiceError, fields: Fields): { message: string; description: string } {
	const complaints = complaintsOf(error, fields);
	const labels = complaints.flatMap(({ label }) => label ?? []);
	const isMissing = ({ problem: { parameter, text } }: Complaint) =>
		parameter !== undefined && parameter !== 'api_key' && /\brequired\b/i.test(text);
	if (placeOfOthers(error, fields) !== undefined && complaints.length > 0 && complaints.every(isMissing)) {
		const names = [...new Set(labels.map(({ name }) => name))];
		const [place, ...others] = new Set(labels.map((label) => label.place));
		const isInOnePlace = place !== undefined && others.length === 0;
		return {
			message: `This webinar requires ${enumerated(names)}`,
			description: isInOnePlace
				? `Add ${names.length === 1 ? 'it' : 'them'} under ${place}.`
				: located(labels, 'Add', 'under'),
		};
	}
	const texts = sentences(
		complaints.map(({ problem: { text }, label }) => (label ? `${label.name}: ${text}` : text)),
	);
	return {
		message: texts === '' ? error.message : `${error.message}: ${texts}`,
		description: [located(labels, 'Fill in', 'in'), error.description].filter(Boolean).join(' '),
	};
}

/** Says where to find the fields that are not at the top. */
function located(labels: readonly Label[], verb: string, where: string): string {
	const places = new Set(labels.flatMap(({ place }) => place ?? []));
	const texts = [...places].map((place) => {
		const names = new Set(labels.filter((label) => label.place === place).map(({ name }) => name));
		return `${verb} ${enumerated([...names])} ${where} ${place}.`;
	});
	return texts.join(' ');
}
