import type { Presenter, Webinar, WebinarSettings } from './types';

const presenter = (first: string, last: string): Presenter => ({
	name: `${first} ${last}`,
	email: `${first}.${last}@example.com`.toLowerCase(),
	picture: `https://example.com/pictures/${first}-${last}.png`.toLowerCase(),
});
export const ada = presenter('Ada', 'Moreno');
export const jonas = presenter('Jonas', 'Weber');
export const priya = presenter('Priya', 'Sharma');

/** Settings of a webinar in the catalogue unless it sets others. */
export const defaults = {
	timezone: 'America/New_York',
	presenters: [ada],
	fields: { lastName: 'optional', phone: 'off' },
	registration: { type: 'free', fee: 0 },
} as const satisfies Partial<WebinarSettings>;

/** A webinar in the catalogue, without the settings that have a default. */
export type CatalogueEntry<W extends Webinar> = Omit<W, 'product' | keyof typeof defaults> & Partial<W>;
