/** An identifier as a text; of up to 15 digits, so that it is exact as a number, too. */
export const ID = /^\d{1,15}$/;
