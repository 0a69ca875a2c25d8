/**
 * What is wrong with an address that links begin with and browsers are sent to, as a sentence; null: nothing. It is not repeated: it
 * may hold a password, which each link would show.
 */
export function addressFault(name: string, text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text))
    return `${name} is not an address; it should begin with http:// or https://.`;
  if (url.username + url.password !== '')
    return `${name} should have no user or password in it: every link would show them.`;
  if (/[?#]/.test(text)) return `${name} should end with the host, or the port: no ? or # behind it.`;
  return null;
}
