import { createHmac, randomBytes } from 'node:crypto';
import { PAYLOAD_VERSION } from '@placard/domain/webhook/event-types';

/** As long as the key that SHA-256 takes whole: the Standard Webhooks convention wants 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What a sealed secret belongs to: moved to another account's endpoint it does not open. */
export function secretContext(ownerId: number | null): string {
  return `webhook:${ownerId ?? 'network'}`;
}

/** The id that all tries of one event have, to every endpoint: a receiver that has seen it is done. */
export function messageId(eventId: bigint): string {
  return `evt_${eventId}`;
}

/** What is sent, to the letter: the same bytes at each try, for what is kept is what was signed. */
export function messageBody(event: {
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}): string {
  return JSON.stringify({
    type: event.type,
    timestamp: event.at.toISOString(),
    version: PAYLOAD_VERSION,
    data: event.data,
  });
}

/** The headers of the Standard Webhooks convention. The time is that of this try, which bounds how long it can be replayed. */
export function signedHeaders(
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const mac = createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64');
    return `v1,${mac}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
