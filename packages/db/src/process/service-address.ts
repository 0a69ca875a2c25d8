/**
 * What is wrong with the address of a program that is called, as a sentence; null: nothing. It is not repeated: it may hold a password.
 */
export function serviceAddressFault(name: string, text: string, schemes: readonly string[]): string | null {
  const url = URL.parse(text);
  const begins = schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`));
  if (url === null && begins)
    return `${name} can't be read as an address. Signs like / # ? @ and % in its password are written %2F %23 %3F %40 and %25; it names one host, and a port is a number.`;
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

/** What a restore calls the bucket, or an address of whatever kind. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|s3(?::|$))/i;

/**
 * What is wrong with the name of a folder that names another place altogether; null: nothing. A folder called `https:` would be made
 * where Placard was started, and nobody looks for a backup there. It is not repeated: it may hold a key.
 */
export function folderAddressFault(name: string, text: string): string | null {
  return ADDRESS.test(text)
    ? `${name} should be a folder of this machine. What goes into a bucket as well is set by PLACARD_S3_BUCKET: docs/running.md#a-bucket`
    : null;
}
