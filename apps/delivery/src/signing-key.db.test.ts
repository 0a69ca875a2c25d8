import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { readEventRecords } from '@placard/contract/wire/testing/read-event-records';
import { createSecrets } from '@placard/db/secrets/secrets';
import { addSigningKey, loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TokenKeys } from './decide/token.ts';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery, TEST_SECRET_KEY } from './testing/running-delivery.ts';

const TWO_DAYS_MS = 2 * 86_400_000;
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

let database: TestDatabase;
let delivery: RunningDelivery;
beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { PLACARD_TRUSTED_PROXIES: '127.0.0.1', PLACARD_ALLOW_ANY_SITE: '1' };
  delivery = await runDelivery({ databaseUrl: database.url, environment });
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

/** The number of the key that signed a token. */
const signerOf = (token: string, secrets: ReadonlyMap<number, Uint8Array>) =>
  [...secrets].find(([id, secret]) => {
    const keys = new TokenKeys();
    keys.add(id, secret);
    return keys.check(token) !== null;
  })?.[0];

test('an ad of before a new key signs, and one of after, both count', async () => {
  const { widget } = await insertServing(database.pool);
  const query: RunQuery = async (text, values) => (await database.pool.query(text, [...values])).rows;
  const secrets = createSecrets(Buffer.from(TEST_SECRET_KEY, 'hex'));
  const known = async () =>
    new Map((await loadSigningKeys(query, secrets)).map(({ id, secret }) => [id, secret]));
  const visit = (address: string) => ({ headers: { 'x-forwarded-for': address, 'user-agent': AGENT } });
  /** An ad whose token that key has signed. */
  const adBy = async (key: number, address: string) =>
    await soon(async () => {
      const answer = await delivery.get(`/a?w=${widget.key}.300&l=en`, visit(address));
      const { t = '' } = ((await answer.json()) as AdsAnswer).a[0] ?? {};
      expect(signerOf(t, await known())).toBe(key);
      return t;
    });
  const before = await adBy(1, '203.0.113.1');
  // It was made the day before yesterday, and so signs already.
  expect((await addSigningKey(query, secrets, Date.now() - TWO_DAYS_MS))?.id).toBe(2);
  const after = await adBy(2, '203.0.113.2');
  for (const [token, address] of [
    [before, '203.0.113.1'],
    [after, '203.0.113.2'],
  ] as const) {
    await delivery.get('/e', { method: 'POST', body: `i${token}`, ...visit(address) });
  }
  await delivery.spool.drained();
  const end = delivery.spool.durableEnd;
  const reasons = await soon(async () => {
    const { rows } = await database.pool.query<{ spool_end: string; body: Buffer }>(
      'select spool_end::text, body from event_batch order by spool_offset',
    );
    expect(Number(rows.at(-1)?.spool_end ?? 0)).toBeGreaterThanOrEqual(end);
    const records = rows.flatMap(({ body }) => [...readEventRecords(body)]);
    return records.flatMap((record) => (record.type === 1 ? [record.reason] : []));
  });
  expect(reasons).toEqual([0, 0]);
});
