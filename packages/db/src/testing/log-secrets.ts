import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What no log may hold, by how it looks: what we make is long and random, and passwords of the tests are `Words-And-A-1`. Ids are numbers
 * or UUIDs, traces and files have 32 hexadecimal digits at most.
 */
const SECRETS: Readonly<Record<string, RegExp>> = {
  // 256 bits as the product writes them: sessions, links in mails, keys of the API, states of single sign-on; signed tokens too.
  'a token': /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}/,
  'a key or a sealed value':
    /(?<![\w+/])(?=[\w+/]*\d)(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])[A-Za-z0-9+/]{40,}={0,2}(?![\w+/])/,
  // The installation's key has 64, the embedded PostgreSQL's passwords have 48.
  'a key': /(?<![0-9a-z])(?:[0-9a-f]{48}|[0-9a-f]{64})(?![0-9a-z])/,
  'the hash of a password': /\$argon2/,
  'a password': /\b[A-Z][a-z]+(?=[A-Za-z-]*-[a-z]*\d)(?:-[A-Za-z\d]+)+/,
  'what signs somebody in': /\b(?:Bearer|Basic) (?!realm)[\w+/=.-]{8,}/,
  'an address with a password in it': /:\/\/[^\s/@":]*:[^\s/@"]+@/,
  'the secret of an authenticator': /otpauth:|(?<![\w-])[A-Z2-7]{32}(?![\w-])/,
  'a secret of Stripe or of a webhook': /\b(?:sk|rk)_(?:test|live)_\w|\bwhsec_[\w+/]/,
  'a field that is secret':
    /"(?:password|newPassword|token|secret|authorization|cookie|set-cookie)":"(?!\[Redacted\]|…)[^"]/i,
};

/** What a log holds that it may not: what it is, and its line without it. Each line of it once. */
export function secretsIn(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const found = Object.entries(SECRETS).find(([, pattern]) => pattern.test(line));
    if (found === undefined) return [];
    const [name, pattern] = found;
    return [`${name}: ${line.replace(pattern, '<here>').slice(0, 500)}`];
  });
}

/** Of every file of a folder of logs, those that were put aside too. */
export function secretsInLogs(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) =>
      secretsIn(readFileSync(join(folder, name), 'utf8')).map((found) => `${name}: ${found}`),
    );
}

/** @throws Error that names them, where there are any */
export function refuseSecrets(found: readonly string[]): void {
  if (found.length === 0) return;
  throw new Error(`What was logged holds secrets:\n${[...new Set(found)].slice(0, 20).join('\n')}`);
}
