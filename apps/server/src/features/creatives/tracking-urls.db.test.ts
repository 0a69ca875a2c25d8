import { hash } from 'node:crypto';
import { readTrackingLink } from '@placard/contract/wire/tracking-link';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, createTestCampaign, TEST_SECRETS, testDeps } from '../testing/fixtures.ts';
import { actOnCreative } from './act-on-creative.ts';
import { createCreative } from './create-creative.ts';
import { getCreative } from './creative-record.ts';

let database: TestDatabase;
let me: Actor;
const deps = () => testDeps(database.db);

beforeAll(async () => {
  database = await createTestDatabase();
  me = await createActor(database.db, ['advertiser']);
});
afterAll(async () => {
  await database.drop();
});

async function newCreative() {
  const { adSetId } = await createTestCampaign(deps(), me);
  const creative = await createCreative(deps(), me, {
    basicInfo: { name: 'Lantern code', description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>ad</b>' },
    adSetIds: [adSetId],
    requestKey: `request-${adSetId}`,
  });
  return { creative, adSetId };
}

const tokenOf = (url: string | undefined) => Buffer.from(url?.split('/').at(-1) ?? '', 'base64url');

describe('tracking URLs', () => {
  it('are signed as delivery checks them, and name the assignment', async () => {
    const { creative, adSetId } = await newCreative();
    const token = tokenOf(creative.trackingUrls[0]?.impressionUrl);
    const [key] = await loadSigningKeys(
      async (text, values) => (await database.pool.query(text, [...values])).rows,
      TEST_SECRETS,
    );
    if (key === undefined) throw new Error('no key');
    const mac = hash('sha512-256', Buffer.concat([key.secret, token.subarray(0, 44)]), 'buffer').subarray(
      0,
      16,
    );
    expect(token.subarray(44)).toEqual(mac);
    const view = new DataView(token.buffer, token.byteOffset, token.byteLength);
    expect(readTrackingLink(view, 0)).toEqual({ keyId: key.id, adSetId, creativeId: creative.id });
  });

  it('stay the same, and another key is used once there is one', async () => {
    const { creative } = await newCreative();
    const again = async () => (await getCreative(deps(), me, creative)).trackingUrls;
    expect(await again()).toEqual(creative.trackingUrls);
    await database.db
      .insertInto('signing_key')
      .values({ id: 2, secret: Buffer.alloc(32, 5) })
      .execute();
    expect(tokenOf((await again())[0]?.impressionUrl)[1]).toBe(2);
    await database.db.deleteFrom('signing_key').where('id', '=', 2).execute();
  });

  it('are not given out for what is archived', async () => {
    const { creative } = await newCreative();
    const archived = await actOnCreative(deps(), me, { id: creative.id, action: 'archive' });
    expect(archived.trackingUrls).toEqual([]);
    await database.pool.query("update creative set status = 'cancelled' where id = $1", [creative.id]);
    expect((await getCreative(deps(), me, creative)).trackingUrls).toEqual([]);
    await database.pool.query("update creative set status = 'completed' where id = $1", [creative.id]);
    expect((await getCreative(deps(), me, creative)).trackingUrls).toHaveLength(1);
  });
});
