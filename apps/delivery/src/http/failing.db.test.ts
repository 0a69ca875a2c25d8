import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Numbering } from '../decide/numbering.ts';
import { Desk } from '../events/desk.ts';
import type { Written } from '../events/spool.ts';
import { insertServing } from '../testing/network.ts';
import { type RunningDelivery, runDelivery } from '../testing/running-delivery.ts';
import { NOT_STORED } from './answers.ts';
import { Images } from './images.ts';

let database: TestDatabase;
let delivery: RunningDelivery;
let key: string;
let siteKey: string;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({
    widget: { key },
  } = await insertServing(database.pool));
  const { rows } = await database.pool.query<{ analytics_key: string }>('select analytics_key from website');
  siteKey = rows[0]?.analytics_key ?? '';
  delivery = await runDelivery({ databaseUrl: database.url, environment: { PLACARD_ALLOW_ANY_SITE: '1' } });
  token = ((await (await ads()).json()) as AdsAnswer).a[0]?.t ?? '';
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await delivery?.end();
  await database?.drop();
});

const ads = () => delivery.get(`/a?w=${key}.300`);
const post = (path: string, body: string) => delivery.get(path, { method: 'POST', body });
const click = () => delivery.get(`/c/${token}`);
const events = (path: string) => post(path, `v${token}`);
const fail = () => {
  throw new Error('broken');
};

const refuse = (written: Written) => written(false);
/** @returns why */
async function refused(asked: Promise<Response>): Promise<unknown> {
  const response = await asked;
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect([response.status, error.code, response.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '1',
  ]);
  return error.message;
}
/** Nothing but what waits for an answer asks for this: counts go another way. */
const failing = () => vi.spyOn(delivery.spool, 'whenWritten').mockImplementation(fail);

describe('while the disk takes nothing', () => {
  test.each<[string, () => void]>([
    ['what is sent has no place', () => vi.spyOn(delivery.spool, 'reserve').mockReturnValue(-1)],
    ['what is sent is not written', () => vi.spyOn(delivery.spool, 'whenWritten').mockImplementation(refuse)],
  ])('%s: who sends events is told to come again, and who clicks is sent on', async (_name, breakIt) => {
    breakIt();
    for (const path of ['/e', '/e?'])
      expect([path, await refused(events(path))]).toEqual([path, NOT_STORED.message]);
    for (const path of [`/e/i/${token}`, `/e/v/${token}`])
      expect([path, await refused(delivery.get(path))]).toEqual([path, NOT_STORED.message]);
    expect(await refused(post('/collect', JSON.stringify({ s: siteKey, p: '/' })))).toBe(
      'The call cannot be stored now; please send it again.',
    );
    const clicked = await click();
    expect([clicked.status, clicked.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^https:/),
    ]);
    vi.restoreAllMocks();
    expect([(await events('/e')).status, (await delivery.get(`/e/v/${token}`)).status]).toEqual([204, 200]);
  });
});

describe('a request that fails by a fault of ours is told so, and takes no other along', () => {
  test.each<[string, () => void, () => Promise<Response>, number]>([
    ['a call for ads', () => vi.spyOn(Numbering.prototype, 'take').mockImplementation(fail), ads, 200],
    ['a click', () => failing(), click, 302],
    ['a beacon', () => failing(), () => events('/e'), 204],
    ['a beacon that comes another way', () => failing(), () => events('/e?'), 204],
    [
      'a call of the analytics code',
      () => failing(),
      () => post('/collect', JSON.stringify({ s: siteKey, p: '/' })),
      204,
    ],
    [
      'an image',
      () => vi.spyOn(Images.prototype, 'answer').mockRejectedValue(new Error('broken')),
      () => delivery.get('/i/none'),
      404,
    ],
  ])('%s', async (name, breakIt, ask, status) => {
    breakIt();
    const failed = await ask();
    const message = name === 'a beacon' ? NOT_STORED.message : 'Something went wrong.';
    expect([failed.status, await failed.json()]).toEqual([503, { error: { code: 'unavailable', message } }]);
    vi.restoreAllMocks();
    expect((await ask()).status).toBe(status);
  });

  test('a report of an ad', async () => {
    const report = vi.spyOn(Desk.prototype, 'report');
    report.mockRejectedValueOnce(new Error('broken')).mockResolvedValueOnce('stored');
    const send = async () => (await post(`/r/${token}`, 'reason=other')).status;
    expect([await send(), await send()]).toEqual([503, 200]);
  });
});
