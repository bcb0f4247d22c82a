import fc from 'fast-check';

import { UserError } from '../../cli/failure';
import { type Contact, parseContacts } from '../../demo/contacts';
import { settleDuplicates, splitDuplicates } from '../../demo/duplicates';
import { complaintAbout } from '../../demo/optionRules';
import { invalidCsv } from '../../demo/invalidContacts';
import { describeSession } from '../../demo/session';
import { type RunReport, summary } from '../../demo/summary';

const read = (text: string) => parseContacts(Buffer.from(text));
const people = (text: string) => read(text).contacts.map(({ person }) => person);
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phoneCountryCode: '', phone: '' };

describe('Reading contacts', () => {
	it.each([
		'first_name,last_name,email',
		'First Name,Last Name,E-Mail',
		'FNAME,LNAME,Email Address',
		'Given Name,Family Name,Email 1 - Value',
		' firstName ,surname, mail ',
	])('finds the columns of the header %s', (header) => {
		expect(people(`${header}\nAnn,Lee,ann@example.com`)).toEqual([ann]);
	});

	it('reads the phone and its country code', () => {
		const [person] = people(
			'email,first,Mobile Phone,Phone-Country-Code\na@example.com,Ann,20 7946 0000,+44',
		);
		expect(person).toMatchObject({ phone: '20 7946 0000', phoneCountryCode: '+44' });
	});

	it('does not mind a byte order mark', () => {
		expect(people('\uFEFFfirst_name,last_name,email\nAnn,Lee,ann@example.com')).toEqual([ann]);
	});

	it.each([
		['semicolons', ';'],
		['tabs', '\t'],
	])('reads a file with %s', (_name, delimiter) => {
		const file = ['first_name,last_name,email', 'Ann,Lee,ann@example.com']
			.join('\r\n')
			.replaceAll(',', delimiter);
		expect(people(file)).toEqual([ann]);
	});

	it('takes no delimiter in a quoted name for that of the file', () => {
		const file = '"Notes, tags, ""etc"", all";"first_name";"last_name";"email"\n;Ann;Lee;ann@example.com';
		expect(people(file)).toEqual([ann]);
	});

	it.each(['sep=;\r\n', '\uFEFFsep=;\n', '"sep=;"\n'])('takes the delimiter that %j names', (start) => {
		expect(people(`${start}"first_name";"last_name";"email"\nAnn;Lee;ann@example.com`)).toEqual([ann]);
		expect(() => read(`${start}first_name;email\nAnn;Lee;ann@example.com`)).toThrow('line 3: there are more');
	});

	it('takes one delimiter too many at the end of a row', () => {
		const file = 'first_name,last_name,email\nAnn,Lee,ann@example.com,\nAnn,Lee,ann@example.com';
		expect(people(file)).toEqual([ann, ann]);
	});

	it('keeps a delimiter inside a quoted field', () => {
		expect(people('email,first_name\nann@example.com,"Ann, Dr."')).toMatchObject([{ firstName: 'Ann, Dr.' }]);
	});

	it('leaves out rows without any value', () => {
		expect(people('first_name,last_name,email\n\n,,\nAnn,Lee,ann@example.com\n,,\n')).toEqual([ann]);
	});

	it('takes cells that are left out at the end of a row as empty', () => {
		expect(people('email,first_name,last_name\nann@example.com,Ann')).toEqual([{ ...ann, lastName: '' }]);
	});

	it.each([
		[
			'a missing column',
			'Name,Mail address,Company\nAnn,ann@example.com,Acme',
			'no column contains a first name (first_name). Columns found: Name, Mail address, Company. Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code',
		],
		[
			'two missing columns',
			'Name,Company\nAnn,Acme',
			'no column contains a first name (first_name) or an email address (email). Columns found: Name, Company. Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code',
		],
		['an empty file', '', 'it is empty'],
		['a header alone', 'first_name,email\n', 'it has a header row but no contacts'],
		[
			'an open quote',
			'first_name,email\n"Ann,ann@example.com\nBo,bo@example.com\n',
			'row 2: a quote (") opens a field and is never closed',
		],
		[
			'a quote inside a field',
			'first_name,email\nAnn "A" Lee,ann@example.com\n',
			'line 2: there is a quote (") inside a field; put quotes around the whole field, and write the inner one twice',
		],
		[
			'a row with too many fields',
			'first_name,email\nAnn,Lee,ann@example.com\n',
			'line 2: there are more fields than columns; put quotes around a field that contains the delimiter',
		],
		[
			'a row with a field too many behind a shorter one',
			'first_name,email,note\nAnn,a@example.com\nBo,b@example.com,,,\n',
			'line 3: there are more fields than columns; put quotes around a field that contains the delimiter',
		],
		[
			'a column that is there twice',
			'Email,first_name,note,note,E-Mail\n,Ann,,,ann@example.com\n',
			'several columns have the name Email: Email, E-Mail; keep one of them, and rename or delete the others',
		],
	])('says in one sentence what is wrong with %s', (_name, text, message) => {
		expect(() => read(text)).toThrow(new UserError(message));
	});

	it('says that another encoding than UTF-8 cannot be read', () => {
		const latin1 = Buffer.from('first_name,email\nJürgen,j@example.com', 'latin1');
		expect(() => parseContacts(latin1)).toThrow('it is not in UTF-8; save it again as "CSV UTF-8"');
	});
});

describe('Duplicates', () => {
	it('are found by the address, whatever its capitals and the blanks around it', () => {
		const { contacts } = read(
			'first_name,email\nAnn,ann@example.com\nBo,bo@example.com\nA," ANN@Example.com "',
		);
		const { unique, duplicates } = splitDuplicates(contacts);
		expect(unique.map(({ number }) => number)).toEqual([1, 2]);
		expect(duplicates.map(({ number }) => number)).toEqual([3]);
	});

	it('are not those who have no address', () => {
		const { contacts } = read('first_name,email\nAnn,\nBo,');
		expect(splitDuplicates(contacts).unique).toHaveLength(2);
	});

	it('are skipped only where their address was registered', () => {
		const { contacts } = read(
			['first_name,email', ...['a', 'b', 'c', 'A', 'B', 'C'].map((name) => `Ann,${name}@example.com`)].join(
				'\n',
			),
		);
		const [a, b, c, again, ...others] = contacts;
		if (!a || !b || !c || !again) throw new Error('There are too few contacts');
		const registrations = {
			registered: [{ contact: a, user: {} }],
			invalid: [{ contact: b, reason: 'no domain' }],
			unreached: [c],
		};
		const settled = settleDuplicates(registrations, [again, ...others]);
		expect(settled.skipped).toEqual([again]);
		expect(settled.invalid.map(({ contact }) => contact.number)).toEqual([2, 5]);
		expect(settled.unreached.map(({ number }) => number)).toEqual([3, 6]);
	});
});

describe('The file of invalid contacts', () => {
	const text = '\uFEFFEmail;Company;First Name\r\nann@;"Acme; Sons";Ann\r\n';

	it('has the original columns, the form of the original, and the reason', () => {
		const file = read(text);
		const [contact] = file.contacts;
		if (!contact) throw new Error('There is no contact');
		expect(invalidCsv(file, [{ contact, reason: 'no "domain"' }])).toBe(
			'\uFEFFEmail;Company;First Name;not_registered_because\nann@;"Acme; Sons";Ann;"no ""domain"""\n',
		);
	});

	it('keeps a column "Reason" of the user, and is read again without its own', () => {
		const file = read('first_name,email,Reason,reason\nAnn,ann@,met at a fair,asked');
		const [contact] = file.contacts;
		if (!contact) throw new Error('There is no contact');
		const written = invalidCsv(file, [{ contact, reason: 'no domain' }]);
		expect(written).toBe(
			'first_name,email,Reason,reason,not_registered_because\nAnn,ann@,met at a fair,asked,no domain\n',
		);
		expect(read(written)).toEqual(file);
	});

	it("has Excel's line with the delimiter, as the original", () => {
		const file = read('\uFEFFsep=;\r\nfirst_name;email\nAnn;ann@');
		const [contact] = file.contacts;
		if (!contact) throw new Error('There is no contact');
		expect(invalidCsv(file, [{ contact, reason: 'no domain' }])).toBe(
			'\uFEFFsep=;\r\nfirst_name;email;not_registered_because\nAnn;ann@;no domain\n',
		);
	});

	it('is read again like the original, whatever the cells hold', () => {
		const unit = fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', '\uFEFF', '=', "'", 'é', 'א', '漢');
		const cell = fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' }));
		const row = fc.tuple(cell, cell, cell);
		fc.assert(
			fc.property(
				fc.array(row, { minLength: 1, maxLength: 5 }),
				fc.constantFrom(',', ';', '\t'),
				fc.constantFrom('', '\uFEFF'),
				(rows, delimiter, start) => {
					const header = ['first_name', 'email', 'note'];
					const contacts = rows.map((cells, index): Contact => {
						const [firstName, email] = cells;
						const person = { firstName, email, lastName: '', phone: '', phoneCountryCode: '' };
						return { cells, person, number: index + 1 };
					});
					const file = { form: { delimiter, start }, header, contacts };
					const invalid = contacts.map((contact) => ({ contact, reason: 'invalid' }));
					expect(parseContacts(Buffer.from(invalidCsv(file, invalid)))).toEqual(file);
				},
			),
		);
	});
});

describe('The summary', () => {
	const [one, two, three] = read(
		"first_name,last_name,email\nAnn,O'Lee,ann@example.com\nBo,,bo@\n,,\u001b[2Jcy@example.com",
	).contacts;
	if (!one || !two || !three) throw new Error('There are too few contacts');
	const user = {
		date: '2026-03-03 18:00',
		timezone: 'Europe/London',
		schedule: 21,
		live_room_url: 'https://event.example.com/room/1',
	};
	const report: RunReport = {
		isSandbox: false,
		product: 'live',
		webinar: {},
		registered: [{ contact: one, user }],
		invalid: [],
		unreached: [],
		skipped: [],
		count: { calls: 8, throttled: 1, mostInOneSecond: 5 },
		seconds: 4,
		invalidFile: { path: 'invalid.csv', state: 'none' },
	};

	it('counts people and calls, and shows a room link', () => {
		expect(summary(report)).toBe(`  Session       Tue 3 Mar 2026, 18:00 (Europe/London)
  Registered    1 of 1
  Invalid       nobody

  Time          4.0 s, including the start of n8n's engine
  Calls         8: 2.0 per second on average, 5 at most in any second
  Over limit    1 call throttled (429)
  Room link     https://event.example.com/room/1
                Ann O'Lee's own; everybody got one`);
	});

	it('names duplicates', () => {
		const text = summary({ ...report, skipped: [one, one] });
		expect(text).toContain("2 duplicates: Ann O'Lee <ann@example.com>, Ann O'Lee\n");
	});

	it('lists invalid contacts with the reason, and says where they are', () => {
		const invalid = [{ contact: two, reason: 'no domain' }];
		const text = summary({ ...report, invalid, invalidFile: { path: 'invalid.csv', state: 'written' } });
		expect(text).toMatch(/│ Bo +│ no domain +│\n +│ <bo@> +│/);
		expect(text).toContain('Written to    invalid.csv');
	});

	it('says that a file of an earlier run is none of this one', () => {
		expect(summary({ ...report, invalidFile: { path: 'invalid.csv', state: 'earlier' } })).toContain(
			'Invalid       nobody; invalid.csv is from an earlier run\n',
		);
	});

	it('gives a reason that many share only once', () => {
		const invalid = Array.from({ length: 9 }, () => ({ contact: one, reason: 'wrong session' }));
		const text = summary({ ...report, registered: [], invalid });
		expect(text.match(/wrong session/g)).toHaveLength(1);
		expect(text).toContain('and 6 more');
	});

	it('does not pass control characters on to the terminal', () => {
		expect(summary({ ...report, invalid: [{ contact: three, reason: '\u0007' }] })).not.toMatch(
			/[\u0007\u001b]/,
		);
	});

	it('says before how many contacts a run was stopped', () => {
		expect(summary({ ...report, unreached: [two, three] })).toContain('Stopped       before 2 contacts\n');
	});
});

describe('The session', () => {
	const webinar = {
		schedules: [
			{ schedule: 21, date: '2026-03-03 18:00' },
			{ schedule: 21, date: '2026-03-10 18:00' },
			{ schedule: 21, date: '2026-03-17 18:00' },
			{ schedule: 22, date: '2026-03-24 18:00' },
		],
	};
	const user = { schedule: 21, date: '2026-03-10 18:00', timezone: 'Europe/London' };

	it('of a live webinar comes with those that follow in its series', () => {
		expect(describeSession('live', webinar, user)).toBe(
			'Tue 10 Mar 2026, 18:00 (Europe/London), and the one after it in the series',
		);
	});

	it('of an automated webinar stands for itself', () => {
		expect(describeSession('automated', webinar, user)).toBe('Tue 10 Mar 2026, 18:00 (Europe/London)');
	});
});

describe('Options', () => {
	const line = { product: 'live', schedule: 'next', invalid: 'invalid.csv', callsPerSecond: 20 } as const;
	const real = { ...line, baseUrl: 'https://api.example.com', key: 'secret' };
	const complaint = (options: Parameters<typeof complaintAbout>[0], keyIsTyped = true) =>
		complaintAbout(options, { keyIsTyped });

	it('are not needed', () => {
		expect(complaint(line, false)).toBeUndefined();
	});

	it('for another host are rejected without a host', () => {
		expect(complaint({ ...line, key: 'secret', livePath: 'live' })).toBe(
			'--key, --live-path: valid only together with --base-url, for another host than the sandbox.',
		);
	});

	it('may leave a key in the environment unused', () => {
		expect(complaint({ ...line, key: 'secret' }, false)).toBeUndefined();
	});

	it('for another host include a key', () => {
		expect(complaint({ ...line, baseUrl: 'http://127.0.0.1:8080' })).toBe(
			'--base-url needs a key: put it into WEBINAR_API_KEY, or pass it with --key.',
		);
	});

	it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
		'for %s need no consent',
		(baseUrl) => {
			expect(complaint({ ...line, baseUrl, key: 'secret' })).toBeUndefined();
		},
	);

	it('for a real host name the contacts and the webinar', () => {
		expect(complaint({ ...real, yes: true })).toBe(
			'a real host needs contacts and a webinar; missing: --contacts, --webinar.',
		);
	});

	it('for a real host say that the people agreed', () => {
		const complete = { ...real, contacts: 'people.csv', webinar: '7' };
		expect(complaint(complete)).toBe(
			'api.example.com is not this machine: everybody in people.csv will really be registered. ' +
				'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.',
		);
		expect(complaint({ ...complete, yes: true })).toBeUndefined();
	});

	it('take a time zone for automated webinars only', () => {
		expect(complaint({ ...line, timezone: 'GMT-5' })).toBe(
			'--timezone is for automated webinars; add --product automated, or remove it.',
		);
	});
});
