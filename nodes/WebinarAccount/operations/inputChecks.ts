import { InputError } from '../service/errors';
import { sentences } from '../utils/sentences';

/** Reads the values of one item, and then says everything that is wrong with them at once. */
export class InputChecks {
	private readonly errors: InputError[] = [];

	/** @returns the value; where it is refused the fallback, which `end` keeps from being used */
	read<T>(reader: () => T, fallback: T): T {
		try {
			return reader();
		} catch (error) {
			this.note(error);
			return fallback;
		}
	}

	/** @throws InputError when any value was refused */
	end(): void {
		const [first, ...others] = this.errors;
		if (first === undefined) return;
		if (others.length === 0) throw first;
		const messages = this.errors.map(({ message }) => message);
		const descriptions = this.errors.map(({ description }) => description);
		throw new InputError(
			sentences(messages),
			sentences(descriptions),
			this.errors.flatMap(({ reasons }) => reasons),
		);
	}

	private note(error: unknown): void {
		if (!(error instanceof InputError)) throw error;
		this.errors.push(error);
	}
}
