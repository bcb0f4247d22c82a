/**
 * As many lines as Node.js keeps, and not Jest's 100: n8n's HTTP agents read the stack at each call, and Jest translates
 * each line of it to the source.
 */
Error.stackTraceLimit = 10;
