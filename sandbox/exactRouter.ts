import express, { type Router } from 'express';

/** Returns a router that matches paths exactly: with upper and lower case, and without an additional slash at the end. */
export function exactRouter(): Router {
	return express.Router({ caseSensitive: true, strict: true });
}
