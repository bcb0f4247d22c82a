import type { Presenter } from './types';

export const ada: Presenter = {
	name: 'Ada Moreno',
	email: 'ada.moreno@example.com',
	picture: 'https://example.com/pictures/ada-moreno.png',
};

export const jonas: Presenter = {
	name: 'Jonas Weber',
	email: 'jonas.weber@example.com',
	picture: 'https://example.com/pictures/jonas-weber.png',
};

export const priya: Presenter = {
	name: 'Priya Sharma',
	email: 'priya.sharma@example.com',
	picture: 'https://example.com/pictures/priya-sharma.png',
};
