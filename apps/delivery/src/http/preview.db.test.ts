import { hash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { previewEndsAtS, previewTokenBytes } from '@placard/contract/wire/preview-link';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCreative, insertServing } from '../testing/network.ts';
import { type RunningDelivery, runDelivery, TEST_SECRET_KEY } from '../testing/running-delivery.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let advertiserId: number;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const serving = await insertServing(database.pool);
  ({ advertiserId } = serving);
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_ALLOW_ANY_SITE: '1' } });
  const { a } = (await (await delivery.get(`/a?w=${serving.widget.key}.300`)).json()) as AdsAnswer;
  token = a[0]?.t ?? '';
});
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

describe('third-party code', () => {
  test.each(['pending', 'rejected'])(
    'that is %s is seen with a preview’s token alone, of its own and until its end',
    async (status) => {
      const { pool } = database;
      const other = await insertCreative(pool, { advertiserId, adSetIds: [], adCode: '<b>other</b>' });
      const creative = await insertCreative(pool, {
        advertiserId,
        adSetIds: [],
        adCode: '<b>new</b>',
        status,
      });
      const query: RunQuery = async (text, values) => (await pool.query(text, [...values])).rows;
      const secrets = createSecrets(Buffer.from(TEST_SECRET_KEY, 'hex'));
      const key = (await loadSigningKeys(query, secrets)).at(-1);
      if (key === undefined) throw new Error('there is no signing key');
      const linkOf = (creativeId: number, secret: Uint8Array = key.secret) => {
        const link = { creativeId, endsAtS: previewEndsAtS(Date.now()) };
        const bytes = previewTokenBytes(link, { id: key.id, secret }, (input) =>
          hash('sha512-256', input, 'buffer'),
        );
        return Buffer.from(bytes).toString('base64url');
      };
      const look = async (query: string) => (await delivery.get(`/f/${creative.publicKey}${query}`)).status;
      await soon(async () => {
        expect(await look(`?v=${linkOf(creative.id)}`)).toBe(200);
      });
      expect(await look('')).toBe(404);
      expect(await look(`?t=${token}`)).toBe(404);
      expect(await look(`?v=${token}`)).toBe(404);
      expect(await look(`?v=${linkOf(other.id)}`)).toBe(404);
      expect(await look(`?v=${linkOf(creative.id, Buffer.alloc(32, 7))}`)).toBe(404);
      const endMs = previewEndsAtS(Date.now()) * 1_000;
      const link = linkOf(creative.id);
      try {
        delivery.setClock(endMs - 1);
        expect(await look(`?v=${link}`)).toBe(200);
        delivery.setClock(endMs);
        expect(await look(`?v=${link}`)).toBe(404);
      } finally {
        delivery.setClock(null);
      }
    },
  );
});

/** What the empty frame's script writes into its document, of the messages that it is sent. */
function writtenOf(
  script: string,
  messages: readonly object[],
  window: { readonly isTop: boolean },
): string[] {
  const around = { name: 'around' };
  const written: string[] = [];
  let take: ((event: object) => void) | undefined;
  runInNewContext(script, {
    ...{ parent: around, window: window.isTop ? around : {} },
    addEventListener: (_type: string, listener: (event: object) => void) => {
      take = listener;
    },
    removeEventListener: () => {
      take = undefined;
    },
    document: { open: () => {}, write: (html: string) => void written.push(html), close: () => {} },
  });
  for (const message of messages) take?.({ source: around, ...message });
  return written;
}

test('the empty frame takes the code once, from the page around it, and is nothing by itself', async () => {
  const html = await (await delivery.get('/p')).text();
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
  const code = { data: { adCode: '<b>mine</b>' } };
  const others = [{ ...code, source: {} }, { data: { adCode: 7 } }, { data: null }];
  const written = writtenOf(script, [...others, code, { data: { adCode: 'again' } }], { isTop: false });
  expect(written).toEqual([expect.stringContaining('<body><b>mine</b></body>')]);
  expect(writtenOf(script, [code], { isTop: true })).toEqual([]);
});
