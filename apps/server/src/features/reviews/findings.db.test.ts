import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { turnsDuring } from '@placard/db/testing/turns-during';
import { ALIKE_BITS } from '@placard/domain/creative/perceptual-hash';
import { FETCH_FAULTS } from '@placard/domain/fetch-fault';
import { codeKey, MOST_HOSTS_NAMED } from '@placard/domain/review-findings';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import type { SafeFetch } from '../../safe-fetch/safe-fetch.ts';
import { perceptualHash } from '../images/rewrite-image.ts';
import { randomKey } from '../random-key.ts';
import { createActor, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { checkPending } from './check-pending.ts';
import { findInClickUrl, findInCreative } from './findings.ts';
import { listReviews } from './list-reviews.ts';

let database: TestDatabase;
let deps: TestDeps;
let advertiser: Actor;
let other: Actor;
let now = new Date('2026-05-13T12:00:00Z');
let asked: string[] = [];

const page =
  (status: number, url?: string): SafeFetch =>
  async (wanted) => {
    asked.push(wanted.url);
    return { ok: true, url: url ?? wanted.url, status, contentType: 'text/html', body: Buffer.alloc(0) };
  };
const wellThere = page(200);

beforeAll(async () => {
  database = await createTestDatabase();
  deps = { ...testDeps(database.db), clock: () => now };
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query("update creative set status = 'archived', rejection_code = null");
  advertiser = await createActor(database.db, ['advertiser']);
  other = await createActor(database.db, ['advertiser']);
  asked = [];
});

type Made = Partial<{
  owner: Actor;
  clickUrl: string;
  adCode: string;
  status: 'pending' | 'active' | 'rejected';
  dhash: bigint | null;
  fileKey: string;
  image: readonly [number, number];
  name: string;
}>;

async function creative(made: Made = {}): Promise<number> {
  const { owner = advertiser, adCode, status = 'pending', image = [300, 250] } = made;
  const imageId =
    adCode === undefined
      ? (
          await database.db
            .insertInto('image')
            .values({
              owner_id: owner.accountId,
              file_key: made.fileKey ?? `${randomKey()}.png`,
              width_px: image[0],
              height_px: image[1],
              size_bytes: 10,
              media_type: 'image/png',
              dhash: made.dhash ?? null,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id
      : null;
  const { id } = await database.db
    .insertInto('creative')
    .values({
      advertiser_id: owner.accountId,
      name: made.name ?? 'Lamp',
      type: adCode === undefined ? 'image' : 'third_party',
      width_px: 300,
      height_px: 250,
      image_id: imageId,
      click_url: adCode === undefined ? (made.clickUrl ?? 'https://shop.example/lamp') : null,
      ad_code: adCode ?? null,
      status,
      approved_at: status === 'active' ? now : null,
      rejection_code: status === 'rejected' ? 'misleading' : null,
      rejection_text: status === 'rejected' ? 'No.' : null,
      public_key: randomKey(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const found = async (id: number, outside: SafeFetch = wellThere) =>
  (await findInCreative({ db: database.db, outside }, id))?.map(({ code, detail }) => [code, detail]);

describe('a click URL', () => {
  const url = 'https://www.shop.example/lamp';
  const codes = async (outside: SafeFetch) => (await findInClickUrl(outside, url)).map(({ code }) => code);

  it('is well that answers with a page, or keeps robots out', async () => {
    for (const status of [200, 204, 399, 401, 403, 429]) expect(await codes(page(status))).toEqual([]);
  });

  it('is dead that answers with a fault', async () => {
    for (const status of [400, 404, 410, 500, 503]) expect(await codes(page(status))).toEqual(['click_dead']);
    const [finding] = await findInClickUrl(page(404), url);
    expect(finding?.detail).toEqual({ url, because: '404' });
  });

  it('is dead that gives no answer, but for one that is only too much to read, or at a port that is not asked', async () => {
    const dead: string[] = [];
    for (const fault of FETCH_FAULTS) {
      if ((await codes(async () => ({ ok: false, url, fault }))).includes('click_dead')) dead.push(fault);
    }
    expect(FETCH_FAULTS.filter((fault) => !dead.includes(fault))).toEqual([
      'port_refused',
      'too_large',
      'bad_encoding',
    ]);
  });

  it('may lead on within its domain, and is named where it leads to another one', async () => {
    expect(await codes(page(200, 'https://shop.example/en/lamp'))).toEqual([]);
    expect(await findInClickUrl(page(200, 'https://landing.elsewhere.example/x'), url)).toEqual([
      { code: 'click_elsewhere', detail: { from: 'shop.example', to: 'elsewhere.example' } },
    ]);
    const elsewhere = { ok: false, url: 'https://elsewhere.example:8443/', fault: 'port_refused' } as const;
    expect(await codes(async () => elsewhere)).toEqual(['click_elsewhere']);
  });
});

describe('the domain of a click URL', () => {
  it('is compared with those of the advertiser’s approved ads, and of nobody else’s', async () => {
    const first = await creative({ clickUrl: 'https://new.example/' });
    expect(await found(first)).toEqual([]);
    await creative({ owner: other, clickUrl: 'https://theirs.example/', status: 'active' });
    await creative({ clickUrl: 'https://rejected.example/', status: 'rejected' });
    expect(await found(first)).toEqual([]);
    await creative({ clickUrl: 'https://www.known.example/', status: 'active' });
    expect(await found(first)).toEqual([
      ['click_new_domain', { domain: 'new.example', earlier: 'known.example' }],
    ]);
    expect(await found(await creative({ clickUrl: 'https://shop.known.example/' }))).toEqual([]);
  });
});

describe('third-party code', () => {
  it('has the hosts named that the advertiser’s approved code does not call, and what goes by plain http', async () => {
    const id = await creative({ adCode: '<img src="https://a.example/x"><img src="http://b.example/y">' });
    expect(await found(id)).toEqual([
      ['code_hosts', { hosts: 'a.example, b.example', count: 2 }],
      ['code_insecure', { hosts: 'b.example', count: 1 }],
    ]);
    await creative({ adCode: '<img src="https://b.example/z">', status: 'active' });
    expect((await found(id))?.[0]).toEqual(['code_hosts', { hosts: 'a.example', count: 1 }]);
  });

  it('names so many hosts, and says how many there are', async () => {
    const hosts = Array.from({ length: MOST_HOSTS_NAMED + 1 }, (_, host) => `h${host}.example`);
    const adCode = hosts.map((host) => `<img src="https://${host}/x">`).join('');
    const named = hosts.slice(0, MOST_HOSTS_NAMED).join(', ');
    expect((await found(await creative({ adCode })))?.[0]).toEqual([
      'code_hosts',
      { hosts: named, count: MOST_HOSTS_NAMED + 1 },
    ]);
  });

  it('is known again that was rejected, whosever it was and however it is indented', async () => {
    const rejected = await creative({
      owner: other,
      adCode: '<b>\n  one</b>',
      status: 'rejected',
      name: 'Old',
    });
    expect(await found(await creative({ adCode: '<b> one </b>' }))).toEqual([
      ['duplicate_code', { id: rejected, name: 'Old' }],
    ]);
    expect(await found(await creative({ adCode: '<b>two</b>' }))).toEqual([]);
    // However many others were rejected since.
    for (const word of ['three', 'four', 'five', 'six'])
      await creative({ owner: other, adCode: `<b>${word}</b>`, status: 'rejected' });
    expect(await found(await creative({ adCode: '<b>one</b>' }))).toEqual([
      ['duplicate_code', { id: rejected, name: 'Old' }],
    ]);
  });

  it('has the same key in the database as here, whatever it says and whatever its blanks are', async () => {
    const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) =>
      /\s/.test(one),
    );
    expect(blanks.length).toBeGreaterThan(20);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.array(fc.constantFrom(...blanks, '<', '\u200b', '\\', 'é')).map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (random) => {
        const code = `${blanks.join('')}<b>${random.replaceAll('\0', '')}`;
        const { rows } = await database.pool.query<{ key: string }>('select ad_code_key($1) as key', [code]);
        expect(rows[0]?.key).toBe(createHash('md5').update(codeKey(code)).digest('hex'));
      }),
      { numRuns: 50 },
    );
  });

  it('is held against all approved code of the advertiser, others’ calls in between', async () => {
    const code = (host: number) => `<img src="https://h${host}.example/x">${'x'.repeat(20_000)}`;
    for (let host = 0; host < 45; host += 1) await creative({ adCode: code(host), status: 'active' });
    const known = await creative({ adCode: `${code(0)}${code(20)}${code(44)}` });
    const turns = await turnsDuring(async () => expect(await found(known)).toEqual([]));
    expect(turns).toBeGreaterThanOrEqual(45);
    expect(await found(await creative({ adCode: code(45) }))).toEqual([
      ['code_hosts', { hosts: 'h45.example', count: 1 }],
    ]);
  });
});

describe('an image', () => {
  it('is too small that is stretched to its slot, by one pixel', async () => {
    expect(await found(await creative({ image: [300, 250] }))).toEqual([]);
    expect(await found(await creative({ image: [300, 249] }))).toEqual([
      ['image_small', { image: '300×249', slot: '300×250' }],
    ]);
  });

  it('is like none of those that are flat', async () => {
    await creative({ owner: other, dhash: null, status: 'rejected' });
    expect(await found(await creative({ dhash: 0n }))).toEqual([]);
  });

  it('is told of the very file that was rejected, flat as it may be, the newest time', async () => {
    const fileKey = 'flat.png';
    await creative({ owner: other, fileKey, status: 'rejected', name: 'Older' });
    const newest = await creative({
      fileKey: 'flat.png',
      owner: await createActor(database.db, []),
      status: 'rejected',
      name: 'Newer',
    });
    expect(await found(await creative({ fileKey }))).toEqual([
      ['duplicate_image', { id: newest, name: 'Newer', bits: 0 }],
    ]);
    expect(await found(await creative({ owner: await createActor(database.db, []) }))).toEqual([]);
  });

  it('looks like a rejected one up to 6 of 64 bits, and like no running one', async () => {
    await creative({ owner: other, dhash: 0b11n, status: 'active' });
    const rejected = await creative({ owner: other, dhash: 0n, status: 'rejected', name: 'Old' });
    expect(await found(await creative({ dhash: 0x3fn }))).toEqual([
      ['duplicate_image', { id: rejected, name: 'Old', bits: 6 }],
    ]);
    expect(await found(await creative({ dhash: 0x7fn }))).toEqual([]);
    expect(await found(await creative({ dhash: null }))).toEqual([]);
  });

  it('is told of the most alike one, of equals the newest, also by the first bit', async () => {
    const first = BigInt.asIntN(64, 1n << 63n);
    await creative({ owner: other, dhash: 0b1111n | first, status: 'rejected', name: 'Further' });
    await creative({ owner: other, dhash: 0b1n | first, status: 'rejected', name: 'Older' });
    const newest = await creative({ owner: other, dhash: 0b10n | first, status: 'rejected', name: 'Newer' });
    expect(await found(await creative({ dhash: 0n }))).toEqual([
      ['duplicate_image', { id: newest, name: 'Newer', bits: 2 }],
    ]);
  });

  it('keeps its hash when it is scaled, recompressed and brightened, and another one has another', async () => {
    const drawn = (text: string, fill: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="#ffe"/>
        <circle cx="80" cy="90" r="60" fill="${fill}"/><rect x="170" y="150" width="110" height="70" fill="#124"/>
        <text x="30" y="220" font-size="40">${text}</text></svg>`);
    const original = await sharp(drawn('Lamp', '#c22')).png().toBuffer();
    const copy = await sharp(original)
      .resize(728, 600)
      .modulate({ brightness: 1.05 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const another = await sharp(original).rotate(180).png().toBuffer();
    const [a, b, c] = [
      await perceptualHash(original),
      await perceptualHash(copy),
      await perceptualHash(another),
    ];
    const bits = (x: bigint | null, y: bigint | null) => {
      const { length } =
        BigInt.asUintN(64, (x ?? 0n) ^ (y ?? 0n))
          .toString(2)
          .match(/1/g) ?? [];
      return length;
    };
    expect(a).not.toBeNull();
    expect(bits(a, b)).toBeLessThanOrEqual(ALIKE_BITS);
    expect(bits(a, c)).toBeGreaterThan(ALIKE_BITS);
    expect(
      await perceptualHash(
        await sharp({ create: { width: 300, height: 250, channels: 3, background: '#123' } })
          .png()
          .toBuffer(),
      ),
    ).toBeNull();
  });
});

describe('looking ahead', () => {
  const check = async () => await checkPending({ ...deps, outside: page(404) });

  it('is done once a version, again after a day, and only while it waits', async () => {
    const id = await creative({ clickUrl: 'https://gone.example/' });
    await creative({ clickUrl: 'https://running.example/', status: 'active' });
    expect([await check(), await check()]).toEqual([1, 0]);
    expect(asked).toEqual(['https://gone.example/']);
    now = new Date(now.getTime() + 24 * 3_600_000 - 1);
    expect(await check()).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await check()).toBe(1);
    await database.db.updateTable('creative').set({ version: 2 }).where('id', '=', id).execute();
    expect(await check()).toBe(1);
  });

  it('looks once at a version that went live unseen, and again after a day where it waits for an answer besides', async () => {
    const id = await creative({ clickUrl: 'https://unseen.example/', status: 'active' });
    await database.pool.query(
      "insert into review_sample (subject_kind, subject_id, version, made_at) values ('creative', $1, 1, now())",
      [id],
    );
    const aDay = () => {
      now = new Date(now.getTime() + 24 * 3_600_000);
    };
    expect([await check(), await check()]).toEqual([1, 0]);
    aDay();
    expect(await check()).toBe(0);
    await database.pool.query(
      `insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
       values ($1, 'creative', $2, 'reject', now(), 'No.', $3, 'Yes.', now())`,
      [advertiser.accountId, id, advertiser.userId],
    );
    expect([await check(), await check()]).toEqual([1, 0]);
    aDay();
    expect(await check()).toBe(1);
    await database.pool.query('delete from appeal');
  });

  it('is done four at a time, of those that wait first what was never looked at', async () => {
    const url = (n: number) => `https://ahead-${n}.example/`;
    const ids = new Map<string, number>();
    for (const n of [1, 2, 3, 4, 5]) ids.set(url(n), await creative({ clickUrl: url(n) }));
    // Which of those that nobody looked at is left to chance.
    expect(await check()).toBe(4);
    const [earlier, left] = [asked[0] ?? '', [...ids.keys()].find((each) => !asked.includes(each))];
    expect(new Set([...asked, left])).toEqual(new Set(ids.keys()));
    now = new Date(now.getTime() + 24 * 3_600_000);
    asked = [];
    await database.pool.query(
      "update review_check set checked_at = checked_at - interval '1 hour' where subject_id = $1",
      [ids.get(earlier)],
    );
    expect([await check(), asked]).toEqual([4, expect.arrayContaining([left, earlier])]);
    expect(await check()).toBe(1);
  });

  it('shows in the queue what was found in the version that is shown', async () => {
    const id = await creative({ clickUrl: 'https://gone.example/' });
    const item = async () =>
      (await listReviews(deps, { page: 1, pageSize: 25 })).items.find((each) => each.id === id);
    expect(await item()).toMatchObject({ checkedAt: null, findings: [] });
    await check();
    expect(await item()).toMatchObject({
      checkedAt: now.toISOString(),
      findings: [{ code: 'click_dead', detail: { url: 'https://gone.example/', because: '404' } }],
    });
    await database.db.updateTable('creative').set({ version: 2 }).where('id', '=', id).execute();
    expect(await item()).toMatchObject({ checkedAt: null, findings: [] });
  });
});

it('an image is held against the 20,000 that were rejected last', async () => {
  const old = await creative({ owner: other, dhash: 0n, status: 'rejected', name: 'Old' });
  const unlike = await creative({ owner: other, dhash: -1n, status: 'rejected' });
  const copies = async (count: number) =>
    await database.pool.query(
      `insert into creative (advertiser_id, name, type, width_px, height_px, image_id, click_url, public_key, status, rejection_code)
       select advertiser_id, 'Copy', type, width_px, height_px, image_id, click_url, gen_random_uuid()::text, status, rejection_code
         from creative, generate_series(1, $2::int) where id = $1`,
      [unlike, count],
    );
  await copies(19_998);
  const shown = await creative({ dhash: 0n });
  expect(await found(shown)).toEqual([['duplicate_image', { id: old, name: 'Old', bits: 0 }]]);
  await copies(1);
  expect(await found(shown)).toEqual([]);
});
