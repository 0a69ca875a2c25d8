import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type Finding, fault, ok, warning } from './finding.ts';

export const PATIENCE_MS = 5_000;

export const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return code ?? (cause.cause === undefined ? cause.message : codeOf(cause.cause));
};

/** @param names by the setting they come from */
export async function checkNames(names: Readonly<Record<string, string>>): Promise<Finding[]> {
  return await Promise.all(
    Object.entries(names).map(async ([setting, host]) => {
      const bare = host.replace(/^\[|\]$/g, '');
      try {
        const { address } = await lookup(bare);
        return ok('DNS', `${bare} (${setting}) is ${address}.`);
      } catch (cause) {
        const todo = `Look for a slip in ${setting}, or have the name put into DNS.`;
        return fault('DNS', `${bare} (${setting}) is not found (${codeOf(cause)}).`, todo);
      }
    }),
  );
}

/** Whether what is sent there can be read on the way: by http, and to another machine than this. */
export function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether who looks there finds this Placard. */
export async function checkReach(setting: string, url: string, path: string): Promise<Finding> {
  const name = 'Reachable';
  try {
    const answer = await fetch(`${url}${path}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    });
    const body: unknown = await answer.json().catch(() => null);
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
    const status = typeof data === 'object' && data !== null && 'status' in data ? data.status : null;
    if ((status === 'ok' || status === 'degraded') && isInTheClear(url))
      return warning(
        name,
        `${url} (${setting}) answers: ${status}. It is not https: passwords and sessions pass the network in the clear.`,
        'Put a proxy with TLS in front (docs/install.md), and set the address to its https.',
      );
    if (status === 'ok' || status === 'degraded') return ok(name, `${url} (${setting}) answers: ${status}.`);
    if (typeof status === 'string')
      return fault(
        name,
        `${url} (${setting}) says that something is failing: ${JSON.stringify(data)}.`,
        'docs/runbooks/when-something-is-away.md',
      );
    return fault(
      name,
      `Something else than Placard answers at ${url}${path} (${setting}), with ${answer.status}.`,
      `Have the proxy there lead to Placard, or set ${setting} to Placard's address.`,
    );
  } catch (cause) {
    const todo = `Is Placard started? Does the proxy in front lead to it, and is its certificate good? Else set ${setting} to Placard's address.`;
    return fault(name, `Nobody answers at ${url} (${setting}): ${codeOf(cause)}.`, todo);
  }
}

function greeting(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer in 5 s')));
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it closed the connection')));
  });
}

/** Whether a mail server answers there; nothing is sent. */
export async function checkMail(smtpUrl: string | undefined): Promise<Finding> {
  const name = 'Mail';
  if (smtpUrl === undefined)
    return ok(name, 'No SMTP_URL: mails stay in the outbox, and links are handed over by hand.');
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const place = { host: hostname, port: Number(port) || (isSecure ? 465 : 587) };
  const at = `${place.host}:${place.port}`;
  const socket = isSecure ? connectSecurely({ ...place, servername: hostname }) : connect(place);
  try {
    const said = await greeting(socket);
    if (said.startsWith('220')) return ok(name, `${at} answers.`);
    return fault(
      name,
      `${at} is no mail server, or refuses us: ${said.trim().slice(0, 100)}`,
      'Look at SMTP_URL.',
    );
  } catch (cause) {
    const todo = 'Look at host and port of SMTP_URL (smtps:// for 465), and at the firewall between.';
    return fault(name, `No mail server answers at ${at}: ${codeOf(cause)}.`, todo);
  } finally {
    socket.destroy();
  }
}
