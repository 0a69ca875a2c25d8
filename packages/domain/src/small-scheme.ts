/** An address of the web as it is kept: a phone's keyboard begins it with a capital letter. */
export function withSmallScheme(address: string): string {
  return address.replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}
