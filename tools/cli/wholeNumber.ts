import { InvalidArgumentError } from 'commander';

/** Creates a parser for an option of the command line. @throws InvalidArgumentError, which commander shows */
export function wholeNumber(min: number, max = Infinity): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
		const range = max === Infinity ? `from ${min}` : `from ${min} to ${max}`;
		throw new InvalidArgumentError(`It must be a whole number ${range}.`);
	};
}
