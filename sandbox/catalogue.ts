import type { Presenter, Webinar, WebinarSettings } from './types';

const presenter = (first: string, last: string): Presenter => ({
	name: `${first} ${last}`,
	email: `${first}.${last}@example.com`.toLowerCase(),
	picture: `https://example.com/pictures/${first}-${last}.png`.toLowerCase(),
});
export const ada = presenter('Ada', 'Moreno');
export const jonas = presenter('Jonas', 'Weber');
export const priya = presenter('Priya', 'Sharma');

/** What a webinar of the catalogue is like, if it does not say otherwise. */
export const usual = {
	timezone: 'America/New_York',
	presenters: [ada],
	fields: { lastName: 'optional', phone: 'off' },
	registration: { type: 'free', fee: 0 },
} as const satisfies Partial<WebinarSettings>;

export type Described<W extends Webinar> = Omit<W, 'product' | keyof typeof usual> & Partial<W>;
