/**
 * What is wrong with the address of a program that is called, as a sentence; null: nothing. It is not repeated: it may hold a password.
 */
export function serviceAddressFault(name: string, text: string, schemes: readonly string[]): string | null {
  const url = URL.parse(text);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1)))
    return `${name} is not an address; it should begin with ${schemes.map((each) => `${each}://`).join(' or ')}.`;
  // PostgreSQL is also found by the folder of its socket: postgres:///placard?host=/run/postgresql.
  const isSocket = url.protocol.startsWith('postgres') && (url.searchParams.get('host') ?? '') !== '';
  if (url.hostname === '' && !isSocket)
    return `${name} names no host; it should begin like ${schemes[0]}://host.example.`;
  return null;
}

/** The same of one whose calls are addressed below it, and that takes its keys by other settings: the host, and a path where it has one. */
export function baseAddressFault(name: string, text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text))
    return `${name} is not an address; it should begin with https:// or http://.`;
  if (url.username + url.password !== '') return `${name} should have no user or password in it.`;
  if (/[?#]/.test(text)) return `${name} should end with the host, the port or a path: no ? or # behind it.`;
  return null;
}

/** A name or an IP address to listen on, without anything around it. */
export function listenHostFault(name: string, text: string): string | null {
  // In [ ] an address of IPv6 stands in URLs alone.
  return /^(?:[\w-]+(?:\.[\w-]+)*\.?|[\da-f]*:[\da-f:.]+(?:%[\w.-]+)?)$/i.test(text)
    ? null
    : `${name} is "${text}"; it should be an address of this machine alone, such as 127.0.0.1 or ::1, without http:// or a port.`;
}
