import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataExport } from '@placard/contract/data-exports';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveKey } from '../../http/testing/give-key.ts';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { makeExports } from './make-exports.ts';

const DAY_MS = 86_400_000;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const ask = async ({ token }: TestUser, headers = {}, currentPassword = PASSWORD) =>
  await api.call('POST', '/account/export', { token, headers, body: { currentPassword } });
const current = async ({ token }: TestUser, headers = {}) =>
  ((await api.call('GET', '/account/export', { token, headers })).data as { export: DataExport | null })
    .export;
const linkTo = async ({ token }: TestUser, id: number, headers = {}) =>
  await api.call('POST', `/account/export/${id}/link`, { token, headers, body: {} });
/** As a browser follows it: with nothing but the address. */
const follow = async (url: string) => await api.app.inject({ method: 'GET', url });
/** Asks for a link and follows it. @returns the status of whichever refused first */
async function fetchFile(user: TestUser, id: number, headers = {}) {
  const { status, data } = await linkTo(user, id, headers);
  if (status !== 200) return { status, raw: Buffer.alloc(0) };
  const answer = await follow((data as { downloadPath: string }).downloadPath);
  return { status: answer.statusCode, raw: answer.rawPayload };
}
const make = async () => await makeExports(api.deps);

/** What an archive holds, by name. */
async function filesOf(user: TestUser, headers = {}): Promise<Record<string, string>> {
  const { id = 0 } = (await current(user, headers)) ?? {};
  const answer = await fetchFile(user, id, headers);
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(answer.raw));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('an archive of one’s data', () => {
  it('holds what is the owner’s and the account’s, with its bookings and images, and no secret', async () => {
    const user = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Odile' });
    const other = await api.user({ roles: ['advertiser'], firstName: 'Somebodyelse' });
    const key = await giveKey(api, user, ['read']);
    const image = `${'a'.repeat(64)}.png`;
    mkdirSync(join(api.deps.dataDir, 'images'), { recursive: true });
    writeFileSync(join(api.deps.dataDir, 'images', image), 'PNG');
    await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
      values (${user.accountId}, ${image}, 1, 1, 3, 'image/png')`.execute(api.deps.db);
    const profile = { name: 'Main', details: { type: 'paypal', paypalEmail: 'odile-pays@example.com' } };
    await api.call('POST', '/publisher/payment/profiles', { token: user.token, body: profile });
    for (const [name, owner] of [
      ['Mine, "quoted"', user],
      ['Theirs', other],
    ] as const) {
      await sql`insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
        values (${owner.accountId}, ${name}, 'TRAFFIC', 10500000, '2026-03-01', ${crypto.randomUUID()})`.execute(
        api.deps.db,
      );
    }
    await api.deps.db.transaction().execute(async (trx) => {
      const entries = adjustmentEntries({
        account: walletOf(user.accountId),
        amountMicros: 1_234_567n,
      });
      await postTransaction(trx, { kind: 'adjustment', reference: 'exported', entries, at: api.now });
    });
    for (const [text, owner] of [
      ['Mine too', user],
      ['Theirs too', other],
    ] as const) {
      await sql`insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
        values (${owner.accountId}, 'creative', ${owner.id}, 'reject', now(), 'Why', ${owner.id}, ${text}, now())`.execute(
        api.deps.db,
      );
    }
    expect((await ask(user)).status).toBe(200);
    expect(await make()).toBe(1);
    const files = await filesOf(user);
    expect(files['appeals.csv']).toContain(',Why,Mine too,');
    expect(files['appeals.csv']).not.toContain('Theirs too');
    expect(files['campaigns.csv']).toContain('"Mine, ""quoted""",TRAFFIC,,,10.5');
    expect(files['ledger-advertiser-wallet.csv']).toMatch(/adjustment,exported,1\.234567\d*,1\.234567/);
    expect(files[`images/${image}`]).toBe('PNG');
    expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
      profile: [{ email: user.email, first_name: 'Odile', two_factor: false }],
    });
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ apiKeys: [{ scopes: ['read'] }] });
    expect(files['audit.csv']).toContain('data_export.request');
    const all = Object.values(files).join('\n');
    const { password_hash: hash } = await api.deps.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    for (const secret of [key, hash ?? '', user.token, 'odile-pays@', 'Theirs', 'Somebodyelse', 'sha256']) {
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
    }
    expect((await mailsTo(api, user.email)).at(-1)).toContain('/account#data');
  });

  it('names operators who looked by their name, or by their address while they have none', async () => {
    const user = await api.user();
    const [named, nameless] = [
      await api.user({ roles: ['operator'], firstName: 'Ines', lastName: 'Falk' }),
      await api.user({ roles: ['operator'] }),
    ];
    await sql`update app_user set first_name = '', last_name = '' where id = ${nameless.id}`.execute(
      api.deps.db,
    );
    for (const { id } of [named, nameless]) {
      await sql`insert into account_look (token_sha256, account_id, operator_id, reason, began_at, expires_at)
        values (sha256(${String(id)}::bytea), ${user.accountId}, ${id}, 'A question', now(), now() + interval '1 hour')`.execute(
        api.deps.db,
      );
    }
    await ask(user);
    await make();
    const { looks } = JSON.parse((await filesOf(user))['account.json'] ?? '{}');
    expect(looks).toMatchObject([{ operator: 'Ines Falk' }, { operator: nameless.email }]);
  });

  it('of a member holds what is about them, and nothing of the account', async () => {
    const owner = await api.user({ firstName: 'Owner' });
    const member = await api.user({ roles: [] });
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: owner.accountId, user_id: member.id, role: 'manager' })
      .execute();
    const headers = { 'placard-account': String(owner.accountId) };
    expect(((await ask(member, headers)).data as { export: DataExport }).export.scope).toBe('person');
    await make();
    expect(Object.keys(await filesOf(member, headers)).sort()).toEqual([
      ...['README.txt', 'audit.csv', 'notices.csv', 'profile.json'],
    ]);
  });

  it('of the account is its owner’s alone: who handed it over gets at none that was made before, or waits', async () => {
    const owner = await api.user();
    const setRole = async (role: string) =>
      await sql`update account_member set role = ${role} where user_id = ${owner.id}`.execute(api.deps.db);
    await ask(owner);
    await make();
    const { id = 0 } = (await current(owner)) ?? {};
    const { downloadPath } = (await linkTo(owner, id)).data as { downloadPath: string };
    await setRole('manager');
    expect(await current(owner)).toBeNull();
    expect((await linkTo(owner, id)).status).toBe(404);
    expect((await follow(downloadPath)).statusCode).toBe(404);
    // What they ask for now is about themselves.
    await ask(owner);
    await setRole('owner');
    expect((await current(owner))?.scope).toBe('person');
    await make();
    // Asked for by an owner, made when they no longer are.
    await ask(owner);
    await setRole('manager');
    await make();
    expect((await current(owner))?.scope).toBe('person');
    expect(Object.keys(await filesOf(owner))).not.toContain('account.json');
  });

  it('is made one at a time, and the next takes the place of the one before', async () => {
    const user = await api.user();
    expect((await ask(user, {}, 'Wrong-Horse-1')).error?.code).toBe('current_password_wrong');
    expect(await current(user)).toBeNull();
    const answers = await Promise.all([ask(user), ask(user)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ask(user)).error?.code).toBe('export_waiting');
    const first = (await current(user))?.id ?? 0;
    expect((await fetchFile(user, first)).status).toBe(404);
    await make();
    expect(await make()).toBe(0);
    expect((await ask(user)).status).toBe(200);
    expect((await fetchFile(user, first)).status).toBe(404);
    await make();
  });

  it('is asked for five times a day, by an owner of the account and by a member in all accounts', async () => {
    const [owner, member, other] = [await api.user(), await api.user(), await api.user()];
    for (const account of [owner, other])
      await api.deps.db
        .insertInto('account_member')
        .values({ account_id: account.accountId, user_id: member.id, role: 'manager' })
        .execute();
    const inAccountOf = ({ accountId }: TestUser) => ({ 'placard-account': String(accountId) });
    const began = api.now;
    const at = (ms: number) => {
      api.now = new Date(began.getTime() + ms);
    };
    for (const [asker, accounts] of [
      [owner, [owner]],
      [member, [owner, other]],
    ] as const) {
      const asks = (times: number) => ask(asker, inAccountOf(accounts[times % accounts.length] ?? owner));
      for (let times = 0; times < 5; times += 1) {
        at(times * 1_000);
        expect((await asks(times)).status).toBe(200);
        await make();
      }
      for (const refused of [await asks(0), await asks(1)]) {
        expect(refused.error?.code).toBe('export_limit');
        expect(refused.headers['retry-after']).toBe(String(DAY_MS / 1_000 - 4));
      }
      // Nothing of the last one is gone.
      expect((await current(asker, inAccountOf(owner)))?.status).toBe('ready');
      at(DAY_MS - 1);
      expect((await asks(0)).error?.code).toBe('export_limit');
      at(DAY_MS);
      expect((await asks(0)).status).toBe(200);
      await make();
      at(0);
    }
    // Nobody uses up what others have.
    expect((await ask(other)).status).toBe(200);
    await make();
  });

  it('is there for seven days, for whoever asked, and the log says who fetched it', async () => {
    const [user, stranger] = [await api.user(), await api.user()];
    await ask(user);
    await make();
    const { id = 0 } = (await current(user)) ?? {};
    expect((await fetchFile(stranger, id)).status).toBe(404);
    const key = await giveKey(api, user, ['read']);
    const byKey = await api.call('POST', `/account/export/${id}/link`, { token: key, body: {} });
    expect(byKey.error?.code).toBe('key_denied');
    const began = api.now;
    api.now = new Date(began.getTime() + 7 * DAY_MS - 1);
    expect((await fetchFile(user, id)).status).toBe(200);
    const rows = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id'])
      .where('subject_kind', '=', 'data_export')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_user_id])).toEqual([
      ['data_export.request', user.id],
      ['data_export.complete', null],
      ['data_export.export', user.id],
      ['data_export.fetch', user.id],
    ]);
    api.now = new Date(began.getTime() + 7 * DAY_MS);
    expect((await fetchFile(user, id)).status).toBe(404);
    expect(await current(user)).toBeNull();
    await make();
    const { rows: left } = await sql`select 1 from data_export_part where export_id = ${id}`.execute(
      api.deps.db,
    );
    expect(left).toEqual([]);
    api.now = began;
  });

  it('is fetched by a link that holds once, for a minute, and says nothing of the session', async () => {
    const [user, stranger] = [await api.user(), await api.user()];
    await ask(user);
    await make();
    const { id = 0, sizeBytes } = (await current(user)) ?? {};
    const give = async () => {
      const { status, data } = await linkTo(user, id);
      expect(status).toBe(200);
      return data as { downloadPath: string; expiresAt: string };
    };
    expect((await linkTo(stranger, id)).status).toBe(404);
    const { downloadPath, expiresAt } = await give();
    expect(downloadPath).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
    expect(downloadPath).not.toContain(user.token);
    expect(Date.parse(expiresAt) - api.now.getTime()).toBe(60_000);
    const { rows: kept } = await sql<{ link: string }>`
      select encode(link_sha256, 'escape') as link from data_export where id = ${id}`.execute(api.deps.db);
    expect(kept[0]?.link).not.toContain(downloadPath.split('/').at(-1));
    // Who asks how large it is, or guesses, uses nothing up.
    expect((await api.app.inject({ method: 'HEAD', url: downloadPath })).statusCode).not.toBe(200);
    for (const wrong of [
      `${downloadPath.slice(0, -1)}${downloadPath.endsWith('A') ? 'Q' : 'A'}`,
      '/api/downloads/x',
    ])
      expect((await follow(wrong)).statusCode).toBe(404);
    const got = await follow(downloadPath);
    expect([got.statusCode, got.rawPayload.length, got.headers]).toEqual([
      200,
      sizeBytes,
      expect.objectContaining({
        'content-type': 'application/zip',
        'content-length': String(sizeBytes),
        'content-disposition': expect.stringMatching(/^attachment; filename="placard-data-[\d-]+\.zip"$/),
        'cache-control': 'no-store',
      }),
    ]);
    expect(Object.keys(unzipSync(new Uint8Array(got.rawPayload)))).toContain('profile.json');
    expect((await follow(downloadPath)).statusCode).toBe(404);

    // Two at once: one gets it.
    const twice = (await give()).downloadPath;
    const both = await Promise.all([follow(twice), follow(twice)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);

    const [before, newest] = [(await give()).downloadPath, (await give()).downloadPath];
    expect((await follow(before)).statusCode).toBe(404);
    const began = api.now;
    api.now = new Date(began.getTime() + 60_000);
    expect((await follow(newest)).statusCode).toBe(404);
    api.now = new Date(began.getTime() + 59_999);
    expect((await follow(newest)).statusCode).toBe(200);
    api.now = began;
  });

  it('is not fetched by the link of somebody who is suspended, or no longer a member', async () => {
    const owner = await api.user();
    const member = await api.user({ roles: [] });
    const [ofUser, ofAccount] = [sql`update app_user set status = `, sql`update account set status = `];
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: owner.accountId, user_id: member.id, role: 'manager' })
      .execute();
    const headers = { 'placard-account': String(owner.accountId) };
    await ask(member, headers);
    await make();
    const { id = 0 } = (await current(member, headers)) ?? {};
    const path = ((await linkTo(member, id, headers)).data as { downloadPath: string }).downloadPath;
    for (const [change, of] of [
      [ofUser, member.id],
      [ofAccount, owner.accountId],
    ] as const) {
      await sql`${change} 'suspended' where id = ${of}`.execute(api.deps.db);
      expect((await follow(path)).statusCode).toBe(404);
      await sql`${change} 'active' where id = ${of}`.execute(api.deps.db);
    }
    const membership = sql`account_member where user_id = ${member.id} and account_id = ${owner.accountId}`;
    await sql`delete from ${membership}`.execute(api.deps.db);
    expect((await follow(path)).statusCode).toBe(404);
    await sql`insert into account_member (account_id, user_id, role) values (${owner.accountId}, ${member.id}, 'manager')`.execute(
      api.deps.db,
    );
    expect((await follow(path)).statusCode).toBe(200);
  });

  it('breaks off, instead of ending as if it were whole, where its pieces go meanwhile', async () => {
    const user = await api.user();
    await ask(user);
    await make();
    const { id = 0 } = (await current(user)) ?? {};
    const { downloadPath } = (await linkTo(user, id)).data as { downloadPath: string };
    await sql`update data_export set size_bytes = size_bytes + 1 where id = ${id}`.execute(api.deps.db);
    await expect(follow(downloadPath)).rejects.toThrow();
  });

  it('has the images that the worker’s own folder lacks, also what takes several pieces', async () => {
    const user = await api.user({ roles: ['advertiser'] });
    await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
      values (${user.accountId}, ${`${'b'.repeat(64)}.png`}, 1, 1, 3, 'image/png')`.execute(api.deps.db);
    await ask(user);
    const picture = randomBytes(1_500_000).toString('base64');
    const readsImages = { read: async () => Buffer.from(picture), close: async () => undefined };
    expect(await makeExports({ ...api.deps, readsImages })).toBe(1);
    expect((await filesOf(user))[`images/${'b'.repeat(64)}.png`] === picture).toBe(true);
  });

  it('is made by one of two workers that look at once', async () => {
    const user = await api.user();
    await ask(user);
    expect((await Promise.all([make(), make()])).toSorted()).toEqual([0, 1]);
    expect(Object.keys(await filesOf(user))).toContain('profile.json');
  });

  it('waits for the next worker where one stops, and has not failed', async () => {
    const user = await api.user();
    await ask(user);
    expect(await makeExports(api.deps, AbortSignal.abort())).toBe(0);
    expect((await current(user))?.status).toBe('waiting');
    expect(await make()).toBe(1);
  });

  it('that cannot be made is said to have failed, and may be asked for again', async () => {
    const user = await api.user();
    await ask(user);
    const { db } = api.deps;
    await sql`alter table data_export_part add constraint no_room check (part < 0) not valid`.execute(db);
    expect(await make()).toBe(0);
    expect((await current(user))?.status).toBe('failed');
    await sql`alter table data_export_part drop constraint no_room`.execute(db);
    expect((await ask(user)).status).toBe(200);
    expect(await make()).toBe(1);
  });
});
