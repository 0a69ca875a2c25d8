import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDecisionPayload } from '@placard/contract/wire/decision-token';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { openSecrets } from '@placard/db/secrets/installation-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noticeToken } from '../../../apps/server/src/mail/notice-token.ts';
import { msUntil } from '../faults/back-again.ts';
import { Installation, SHARDS } from '../faults/installation.ts';
import { nothingCounted, query } from '../faults/invariants.ts';
import { Draw } from '../faults/random.ts';
import { type Harness, judge } from '../faults/round.ts';
import { nothingSent, Traffic } from '../faults/traffic.ts';
import { makeFaultWorld } from '../faults/world.ts';

const PROGRAM = fileURLToPath(new URL('../../../tooling/src/placard/main-placard.ts', import.meta.url));
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const DAY_MS = 86_400_000;
/** Before the day on which a new signing key begins: more than the minute in which all learn of it. */
const BEFORE_MIDNIGHT_MS = 8 * 60_000;
const OPERATOR = {
  PLACARD_OPERATOR_EMAIL: 'operator@example.com',
  PLACARD_OPERATOR_PASSWORD: 'Kept-across-keys-1',
};
/** Open decisions of each age; each is of another visitor. */
const HELD = 24;

type Held = { readonly token: string; readonly address: string };

const installation = new Installation(undefined, OPERATOR);
let harness: Harness;
let midnightMs: number;
let visitors = 0;
/** What was decided before anything was replaced, and waits for its event. */
const before: Held[] = [];
const between: Held[] = [];
const after: Held[] = [];
let session = '';
let link = '';
let userId = 0;

beforeAll(async () => {
  await installation.start();
  midnightMs = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  installation.setClock(midnightMs - BEFORE_MIDNIGHT_MS);
  const world = await makeFaultWorld(installation.databaseUrl);
  harness = {
    ...{ installation, world, sent: nothingSent(), counted: nothingCounted() },
    closedBefore: new Set<string>(),
  };
  session = await signIn();
  const [user] = await query<{ id: string }>(
    installation.databaseUrl,
    'select id from app_user where email = $1',
    [OPERATOR.PLACARD_OPERATOR_EMAIL],
  );
  userId = Number(user?.id);
  const secrets = openSecrets(undefined, installation.dataDir);
  link = noticeToken(secrets, { kind: 'backup.fail', userId });
}, 300_000);
afterAll(async () => await installation.end(), 120_000);

/** As the runbook has it: a command beside what runs, which goes on meanwhile. @returns what it said */
async function placard(...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...OPERATOR,
      PATH: process.env.PATH,
      PLACARD_DATA_DIR: installation.dataDir,
      PLACARD_URL: installation.running.url,
      // Whoever calls it has the clock of the machine.
      NODE_OPTIONS: installation.clockOption,
    },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void said.push(chunk.toString()));
  const [code] = await once(child, 'close');
  expect(code, said.join('')).toBe(0);
  return said.join('');
}

async function api(path: string, init: RequestInit = {}): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${installation.running.url}/api${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
  });
  return { status: answer.status, body: await answer.text() };
}

async function signIn(): Promise<string> {
  const { PLACARD_OPERATOR_EMAIL: email, PLACARD_OPERATOR_PASSWORD: password } = OPERATOR;
  const { body } = await api('/auth/login', { method: 'POST', body: JSON.stringify({ email, password }) });
  return (JSON.parse(body) as { data: { token: string } }).data.token;
}

/** Each over a connection of its own: one that is kept leads to the same process of delivery every time. */
const headersOf = (address: string) => ({
  headers: { 'user-agent': AGENT, 'x-forwarded-for': address, connection: 'close' },
});

async function decide(): Promise<Held> {
  visitors += 1;
  const address = `92.${visitors >> 8}.${visitors & 255}.7`;
  const [key = ''] = harness.world.widgetKeys;
  const url = `${installation.running.deliveryUrl}/a?w=${key}.300`;
  const { a } = (await (await fetch(url, headersOf(address))).json()) as AdsAnswer;
  const [ad] = a;
  if (ad === null || ad === undefined) throw new Error('no ad was decided');
  return { token: ad.t, address };
}

/** What was made by SQL is known to each process of delivery when it next asks the database. */
async function untilAllDecide(): Promise<number | null> {
  const deciding = new Set<number>();
  return await msUntil(async () => {
    const payload = payloadOf(await decide());
    if (payload !== null) deciding.add(payload.shard);
    return deciding.size === SHARDS;
  }, 15_000);
}

async function hold(where: Held[], many: number): Promise<void> {
  for (let index = 0; index < many; index += 1) where.push(await decide());
}

function payloadOf({ token }: Held) {
  const bytes = Buffer.from(token, 'base64url');
  return readDecisionPayload(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
}

/** Which key signed it. */
const signerOf = (held: Held) => payloadOf(held)?.keyId;

/** How long until every process of delivery signs by this key: each looks at its clock by itself, a few times a second. */
async function untilAllSignBy(keyId: number): Promise<number | null> {
  const switched = new Set<number>();
  return await msUntil(async () => {
    const payload = payloadOf(await decide());
    if (payload?.keyId === keyId) switched.add(payload.shard);
    return switched.size === SHARDS;
  }, 15_000);
}

/** Sends the impressions of decisions that waited, and waits until they are settled; all invariants hold then. */
async function countAll(held: readonly Held[]): Promise<{ impressions: number; filtered: number }> {
  const { sent, counted } = harness;
  const filteredOf = () => Object.values(counted.filtered).reduce((sum, each) => sum + each, 0);
  const [impressions, filtered] = [counted.impressions, filteredOf()];
  for (const { token, address } of held) {
    const answer = await fetch(`${installation.running.deliveryUrl}/e`, {
      ...headersOf(address),
      method: 'POST',
      body: `i${token}`,
    });
    expect(answer.status).toBe(204);
    sent.events += 1;
    sent.acknowledged += 1;
    sent.sentDecisions.i += 1;
    sent.acknowledgedDecisions.i += 1;
  }
  expect(await judge(harness)).toEqual([]);
  return { impressions: counted.impressions - impressions, filtered: filteredOf() - filtered };
}

const keyLines = () => readFileSync(join(installation.dataDir, 'secret.key'), 'utf8').trim().split('\n');

it('both keys are replaced under traffic, and no call and no event fails', async () => {
  expect(await untilAllDecide()).not.toBeNull();
  await hold(before, 2 * HELD);
  expect(new Set(before.map(signerOf))).toEqual(new Set([1]));
  const traffic = new Traffic({
    deliveryUrl: installation.running.deliveryUrl,
    widgetKeys: harness.world.widgetKeys,
    draw: new Draw(14),
    sent: harness.sent,
    clicksAreStored: true,
  });
  try {
    const [made] = keyLines();
    expect(await placard('rotate-secret-key')).toContain('everything is sealed by the new key');
    expect(keyLines()[1]).toMatch(new RegExp(`^${made} 20`));
    expect(await placard('renew-signing-key')).toContain(
      `Key 2 signs from ${new Date(midnightMs).toISOString()}`,
    );
    await hold(between, HELD);
    // Until its day the key before signs, also of what is decided by the new installation key.
    expect(new Set(between.map(signerOf))).toEqual(new Set([1]));
    installation.setClock(midnightMs + 2_000);
    expect(await untilAllSignBy(2)).not.toBeNull();
    await hold(after, HELD);
    expect(new Set(after.map(signerOf))).toEqual(new Set([2]));
    // A second one while all of it runs: now the first is an old one as well.
    expect(await placard('rotate-secret-key')).toContain('everything is sealed by the new key');
    expect(keyLines()).toHaveLength(3);
  } finally {
    await traffic.end();
  }
  expect(await judge(harness)).toEqual([]);
  const { adCalls, adFailures, eventFailures } = harness.sent;
  expect([adFailures, eventFailures]).toEqual([0, 0]);
  expect(adCalls).toBeGreaterThan(50);
});

it('decisions that were open all the while count, each once: of before, of between and of after', async () => {
  const open = [...before.slice(0, HELD), ...between.slice(0, HELD / 2), ...after.slice(0, HELD / 2)];
  expect(await countAll(open)).toEqual({ impressions: 2 * HELD, filtered: 0 });
});

it('sessions and links in mails of before go on', async () => {
  expect((await api('/auth/profile')).status).toBe(200);
  expect(JSON.parse((await api(`/unsubscribe/${link}`)).body)).toMatchObject({
    data: { kind: 'backup.fail' },
  });
});

it('after a start, and without the old keys, open decisions still count; links in mails of before have ended', async () => {
  await installation.running.stop();
  expect(await placard('rotate-secret-key', '--forget-old')).toContain('The old keys are gone');
  expect(keyLines()).toHaveLength(1);
  await installation.start();
  const open = [...before.slice(HELD), ...between.slice(HELD / 2), ...after.slice(HELD / 2)];
  expect(await countAll(open)).toEqual({ impressions: 2 * HELD, filtered: 0 });
  expect((await api('/auth/profile')).status).toBe(200);
  expect((await api(`/unsubscribe/${link}`)).status).toBe(404);
  const own = noticeToken(openSecrets(undefined, installation.dataDir), { kind: 'backup.fail', userId });
  expect((await api(`/unsubscribe/${own}`)).status).toBe(200);
  const { counted, sent } = harness;
  process.stdout.write(
    `rotation: 2 installation keys and 1 signing key replaced under ${sent.adCalls} calls for ads (${sent.adFailures} failed) and ${sent.events} events ` +
      `(${sent.eventFailures} failed); ${4 * HELD} open decisions counted once each, ${counted.impressions} impressions in all, 0 invariants broken\n`,
  );
});
