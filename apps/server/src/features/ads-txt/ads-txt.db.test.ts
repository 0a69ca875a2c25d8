import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { adsTxtLineOf, sellerIdOf } from '@placard/domain/ads-txt/verdict';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import type { FetchAnswer } from '../../safe-fetch/safe-fetch.ts';
import { createActor, refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { actOnWebsite, createWebsite } from '../websites/edit-website.ts';
import { checkDueWebsites } from './check-due-websites.ts';
import { type CheckDeps, createCheckNow } from './check-website.ts';
import { listAdsTxt, listChecks } from './list-ads-txt.ts';
import { readMergedFile } from './merged-file.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let me: Actor;
let other: Actor;
let now = TEST_NOW;
let answer: (url: string) => FetchAnswer;
let deps: CheckDeps;
let names = 0;

const file =
  (text: string) =>
  (url: string): FetchAnswer => ({
    ok: true,
    url,
    status: 200,
    contentType: 'text/plain',
    body: Buffer.from(text),
  });
const absent = (url: string): FetchAnswer => ({
  ok: true,
  url,
  status: 404,
  contentType: 'text/plain',
  body: Buffer.from(''),
});
const broken = (url: string): FetchAnswer => ({ ok: false, url, fault: 'timed_out' });
const lineOf = (actor: Actor) =>
  adsTxtLineOf({ domain: 'dashboard.test', sellerId: sellerIdOf(actor.accountId) });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.db.updateTable('website').set({ status: 'archived' }).execute();
  me = await createActor(database.db, ['publisher']);
  other = await createActor(database.db, ['publisher']);
  now = TEST_NOW;
  answer = broken;
  deps = { ...testDeps(database.db), clock: () => now, outside: async ({ url }) => answer(url) };
});

async function site(actor = me, name = 'site'): Promise<{ id: number; domain: string }> {
  names += 1;
  const input = { categories: ['travel' as const], traffic: { custom: 5 } };
  return await createWebsite(deps, actor, { ...input, domain: `${name}-${names}.example` });
}

const list = async (query = {}) => await listAdsTxt(deps, me, { page: 1, pageSize: 25, ...query });
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};

it('a check that says nothing keeps the last good answer, and tells so', async () => {
  const { id } = await site();
  const check = createCheckNow(deps);
  expect(await check(me, { id })).toMatchObject({
    result: 'unknown',
    resultAt: now.toISOString(),
    lastCheck: { result: 'unknown', found: { outcome: 'timed_out' } },
  });
  answer = file(`# mine\n${lineOf(me)}\n`);
  const good = now.toISOString();
  expect(await check(me, { id })).toMatchObject({ result: 'ok', lastCheck: { found: { line: 2 } } });
  answer = broken;
  later(1);
  expect(await check(me, { id })).toMatchObject({
    result: 'ok',
    resultAt: good,
    lastCheck: { result: 'unknown', checkedAt: now.toISOString() },
  });
  answer = file('');
  expect(await check(me, { id })).toMatchObject({ result: 'missing_line', resultAt: now.toISOString() });
  const { items } = await listChecks(deps, me, { id });
  expect(items.map((one) => one.result)).toEqual(['missing_line', 'unknown', 'ok', 'unknown']);
});

it('tells the publisher once when our line is gone, and nobody of a file that could not be read', async () => {
  const { id } = await site(me, 'bücher');
  const domain = `bücher-${names}.example`;
  const told = async () =>
    await database.db
      .selectFrom('notification')
      .select(['user_id', 'detail'])
      .where('kind', '=', 'ads_txt.lose')
      .where('account_id', 'in', [me.accountId, other.accountId])
      .orderBy('id')
      .execute();
  const check = async (given: typeof answer) => {
    answer = given;
    later(24);
    await checkDueWebsites(deps);
  };
  // It was never there: nothing is lost.
  await check(absent);
  await check(file(lineOf(me)));
  await check(broken);
  expect(await told()).toEqual([]);
  await check(absent);
  const first = { user_id: me.userId, detail: { subjectId: id, name: domain, outcome: 'file_missing' } };
  expect(await told()).toEqual([first]);
  await check(file('a.example, 1, DIRECT'));
  expect(await told()).toHaveLength(1);
  for (const given of ['a.example, 1, DIRECT', '# nobody']) {
    await check(file(lineOf(me)));
    await check(file(given));
  }
  expect((await told()).map(({ detail }) => detail)).toMatchObject([
    first.detail,
    { outcome: 'line_missing' },
    { outcome: 'nothing_declared' },
  ]);
  const mails = await database.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text'])
    .orderBy('id')
    .execute();
  const about = mails.filter(({ subject }) => subject === `${domain}: our line is no longer in its ads.txt`);
  expect(about).toHaveLength(3);
  expect(about[0]?.body_text).toContain(`\n${lineOf(me)}\n`);
  expect(about[0]?.body_text).toContain(`${deps.publicUrl}/publisher/ads-txt`);
  // Deleted while its server was asked: nobody is told of what is not theirs any more.
  await check(file(lineOf(me)));
  const before = { told: (await told()).length, checks: (await listChecks(deps, me, { id })).items.length };
  const outside: CheckDeps['outside'] = async ({ url }) => {
    await actOnWebsite(deps, me, { id, action: 'delete' }).catch(() => undefined);
    return absent(url);
  };
  deps = { ...deps, outside };
  await check(absent);
  const { items } = await listChecks(deps, me, { id });
  expect({ told: (await told()).length, checks: items.length }).toEqual(before);
});

it('lists only the account’s own, filtered, with the line to add and counts', async () => {
  const [a, b] = [await site(), await site()];
  await site(other);
  answer = file(lineOf(me));
  await createCheckNow(deps)(me, a);
  expect(await list()).toMatchObject({
    lines: [`dashboard.test, pub-${me.accountId}, DIRECT`],
    networkIsPublic: true,
    total: 2,
    stats: { ok: 1, missingLine: 0, unknown: 1 },
    items: [
      { websiteId: a.id, result: 'ok', fileUrl: `https://${a.domain}/ads.txt` },
      { websiteId: b.id, result: 'unknown', lastCheck: null },
    ],
  });
  expect((await list({ result: 'unknown' })).items.map((one) => one.websiteId)).toEqual([b.id]);
  expect((await list({ search: a.domain })).total).toBe(1);
  const local = await listAdsTxt({ ...deps, publicUrl: 'http://localhost:8080' }, me, {
    page: 1,
    pageSize: 5,
  });
  expect(local.networkIsPublic).toBe(false);
});

it('lists in the order that is asked for, page by page, and tells where a file lies that the root handed over', async () => {
  const [a, b, c] = [await site(), await site(), await site()];
  await database.pool.query('update website set domain = $2 where id = $1', [b.id, `blog.${a.domain}`]);
  const check = createCheckNow(deps);
  answer = (url) => {
    if (url.includes('blog.')) return file(lineOf(me))(url);
    return url.includes(a.domain) ? file(`SUBDOMAIN=blog.${a.domain}`)(url) : broken(url);
  };
  await check(me, c);
  later(1);
  await check(me, b);
  later(1);
  await check(me, a);
  const ids = async (query: object) => (await list(query)).items.map((one) => one.websiteId);
  expect(await ids({})).toEqual([b.id, a.id, c.id]);
  expect(await ids({ sort: '-domain' })).toEqual([c.id, a.id, b.id]);
  expect(await ids({ sort: 'result' })).toEqual([a.id, b.id, c.id]);
  expect(await ids({ sort: 'resultAt' })).toEqual([c.id, b.id, a.id]);
  expect(await ids({ sort: '-resultAt', pageSize: 2, page: 2 })).toEqual([c.id]);
  const { stats, total, items } = await list({ pageSize: 2, page: 1 });
  expect([stats, total]).toEqual([{ ok: 1, missingLine: 1, unknown: 1 }, 3]);
  expect(items.map(({ fileUrl, status }) => [fileUrl, status])).toEqual([
    [`https://blog.${a.domain}/ads.txt`, 'pending'],
    [`https://${a.domain}/ads.txt`, 'pending'],
  ]);
  // Of the same result by when they were made.
  await database.pool.query("update website set ads_txt_result = 'ok' where id = any($1)", [
    [a.id, b.id, c.id],
  ]);
  expect(await ids({ sort: '-result' })).toEqual([a.id, b.id, c.id]);
  // A check that came to nothing is the last one all the same; what was never checked is before all.
  later(1);
  answer = broken;
  await check(me, b);
  await database.pool.query('update website set ads_txt_checked_at = null where id = $1', [c.id]);
  await database.pool.query('delete from ads_txt_check where website_id = $1', [c.id]);
  expect(await ids({ sort: '-checkedAt' })).toEqual([b.id, a.id, c.id]);
  expect(await ids({ sort: '-resultAt' })).toEqual([a.id, b.id, c.id]);
  await database.pool.query("update website set status = 'archived' where id = $1", [a.id]);
  expect([await ids({}), (await list()).stats.ok]).toEqual([[b.id, c.id], 2]);
});

it('shows of the history the newest hundred, and nothing of checks that say nothing of what they found', async () => {
  const { id } = await site();
  await database.db
    .insertInto('ads_txt_check')
    .values(Array.from({ length: 101 }, () => ({ website_id: id, result: 'ok' as const, found: '{}' })))
    .execute();
  const { items } = await listChecks(deps, me, { id });
  expect([items.length, items[0]?.found]).toEqual([100, null]);
  const ids = items.map((one) => one.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect((await list()).items[0]?.lastCheck).toMatchObject({ id: ids[0], result: 'ok', found: null });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ file: 'unseen', added: [1] });
});

it('keeps a file of two hundred thousand signs, and of a longer one only that it is', async () => {
  const { id } = await site();
  const check = createCheckNow(deps);
  const longest = `${lineOf(me)}\n`.padEnd(200_000, '#');
  const kept = async (text: string) => {
    answer = file(text);
    await check(me, { id });
    const { found } = await database.db
      .selectFrom('ads_txt_check')
      .select('found')
      .where('website_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { text: stored = null, tooLong = null } = found as { text?: string; tooLong?: boolean };
    return [stored?.length ?? null, tooLong];
  };
  expect(await kept(longest)).toEqual([200_000, null]);
  expect(await kept(`${longest}#`)).toEqual([null, true]);
  answer = absent;
  expect(await kept('')).toEqual([0, null]);
});

it('shows the file with the line in its place, keeping the newest file only', async () => {
  const { id } = await site();
  const check = createCheckNow(deps);
  const lineAlone = { text: `${lineOf(me)}\n`, added: [1], seenAt: null };
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ ...lineAlone, file: 'unseen' });
  answer = broken;
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ ...lineAlone, file: 'unseen' });
  answer = absent;
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ ...lineAlone, file: 'absent' });
  later(1);
  answer = file('a.example, 1, DIRECT\r\nCONTACT=a@b.example\r\n');
  await check(me, { id });
  const seenAt = now.toISOString();
  const expected = `a.example, 1, DIRECT\r\n${lineOf(me)}\r\nCONTACT=a@b.example\r\n`;
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ text: expected, added: [2], seenAt });
  answer = broken;
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ text: expected, seenAt });
  answer = file(expected);
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ text: expected, added: [] });
  const kept = await database.db
    .selectFrom('ads_txt_check')
    .select('found')
    .where('website_id', '=', id)
    .execute();
  expect(kept.filter(({ found }) => Object.hasOwn(found as object, 'text'))).toHaveLength(1);
  const long = '# long\n'.repeat(40_000);
  answer = file(`${long}a.example, 1, DIRECT`);
  later(1);
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ ...lineAlone, file: 'too_long' });
  answer = file(`${long}${lineOf(me)}`);
  await check(me, { id });
  expect(await readMergedFile(deps, me, { id })).toMatchObject({ added: [], file: 'too_long' });
});

it('Check now is limited, is not for others, and not for deleted websites', async () => {
  const { id } = await site();
  const check = createCheckNow(deps);
  const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  expect(await code(check(other, { id }))).toBe('website_not_found');
  expect(await code(listChecks(deps, other, { id }))).toBe('website_not_found');
  expect(await code(readMergedFile(deps, other, { id }))).toBe('website_not_found');
  for (let n = 0; n < 4; n += 1) await check(me, { id });
  later(20.5 / 3_600);
  const often = await refusalOf(check(me, { id }));
  expect([often.code, often.message]).toEqual(['rate_limited', expect.stringContaining('40 seconds')]);
  later(39.5 / 3_600);
  await check(me, { id });
  // Thirty in ten minutes of all websites together; what was refused takes none of them.
  for (let n = 0; n < 25; n += 1) await check(me, await site());
  const another = await site();
  expect(await code(check(me, another))).toBe('rate_limited');
  await createCheckNow(deps)(me, another);
  later(9 / 60);
  await check(me, another);
  await database.db.updateTable('website').set({ status: 'archived' }).where('id', '=', id).execute();
  expect(await code(check(me, { id }))).toBe('conflict_status');
});

it('each website is checked daily, one without a usable answer after growing pauses', async () => {
  const good = await site();
  const bad = await site(other);
  answer = (url) => (url.includes(good.domain) ? file(lineOf(me))(url) : broken(url));
  expect(await checkDueWebsites(deps)).toBe(2);
  expect(await checkDueWebsites(deps)).toBe(0);
  const runs: number[] = [];
  for (let hour = 1; hour <= 48; hour += 1) {
    later(1);
    if ((await checkDueWebsites(deps)) > 0) runs.push(hour);
  }
  // The bad one after 1, 2, 4, 8, 16 hours more each; the good one each day.
  expect(runs).toEqual([1, 3, 7, 15, 24, 31, 48]);
  await database.db.updateTable('website').set({ status: 'rejected' }).where('id', '=', good.id).execute();
  await database.db.updateTable('website').set({ status: 'archived' }).where('id', '=', bad.id).execute();
  later(1_000);
  expect(await checkDueWebsites(deps)).toBe(0);
});

it('a file of any letters is judged, also where a line is cut within one', async () => {
  const { id } = await site();
  for (const lead of [198, 199, 200]) {
    answer = file(
      `${'x'.repeat(lead)}🎪 is no record\n${lineOf(me).replace('DIRECT', 'RESELLER')} ${'y'.repeat(lead - 50)}🎪\n`,
    );
    const checked = await createCheckNow(deps)(me, { id });
    expect(checked).toMatchObject({ result: 'missing_line' });
    expect(JSON.stringify(checked)).not.toContain('\\ud83c"');
  }
});

it('websites that cannot be checked keep none of the others from it, however many they are', async () => {
  const odd = new Set<string>();
  for (let n = 0; n < 3; n += 1) odd.add((await site()).domain);
  for (let n = 0; n < 9; n += 1) await site();
  answer = (url) => {
    if ([...odd].some((domain) => url.includes(domain))) throw new Error('nobody expected this');
    return broken(url);
  };
  await expect(checkDueWebsites(deps)).rejects.toThrow('3 websites could not be checked');
  await expect(checkDueWebsites(deps)).rejects.toThrow('3 websites could not be checked');
  odd.clear();
  expect(await checkDueWebsites(deps)).toBe(3);
});

it('checks every website of many, six at once, and keeps so many checks of each', async () => {
  for (let n = 0; n < 65; n += 1) await site();
  const stop = new AbortController();
  let [under, most] = [0, 0];
  // Wherever the round begins, and however few stand behind that: none is done before six are under way.
  const six = Promise.withResolvers<void>();
  const outside: CheckDeps['outside'] = async ({ url }) => {
    under += 1;
    most = Math.max(most, under);
    if (under === 6) six.resolve();
    await six.promise;
    await new Promise(setImmediate);
    under -= 1;
    return answer(url);
  };
  answer = (url) => {
    stop.abort();
    return absent(url);
  };
  // What is under way when it is told to end is written down still; the next run goes on with the rest.
  const begun = await checkDueWebsites({ ...deps, outside }, stop.signal);
  expect([begun, most]).toEqual([6, 6]);
  expect(await checkDueWebsites(deps)).toBe(59);
  const { id } = await site();
  await database.db
    .insertInto('ads_txt_check')
    .values(Array.from({ length: 105 }, () => ({ website_id: id, result: 'unknown' as const, found: '{}' })))
    .execute();
  await createCheckNow(deps)(me, { id });
  const rows = await database.db
    .selectFrom('ads_txt_check')
    .select('id')
    .where('website_id', '=', id)
    .execute();
  expect(rows).toHaveLength(100);
});
