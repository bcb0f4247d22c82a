/**
 * Whether a host is this machine.
 * @param hostname of a URL, which has already turned other spellings (decimal, short, IPv6 long form) into these
 */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
