import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { DIGEST_ITEMS_MOST } from '@placard/domain/notice/digest';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { inTransaction } from '../in-transaction.ts';
import { createActor, testDeps } from '../testing/fixtures.ts';
import { updateMailPreferences } from './mail-preferences.ts';
import { notify } from './notify.ts';
import { sendDigests } from './send-digests.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.db.deleteFrom('digest_item').execute();
  now = new Date('2026-05-13T12:00:00Z');
});

const deps = () => ({ ...testDeps(database.db), clock: () => now });
const send = async (at?: string) => {
  if (at !== undefined) now = new Date(at);
  return await sendDigests(deps());
};
async function waits(timeZone = 'UTC', mail: 'digest' | 'at_once' | 'never' = 'digest'): Promise<Actor> {
  const actor = await createActor(database.db, ['advertiser'], timeZone);
  await choose(actor, mail);
  return actor;
}
const choose = async (actor: Actor, mail: 'digest' | 'at_once' | 'never') =>
  await updateMailPreferences(deps(), actor, { items: [{ kind: 'balance.empty', inApp: true, mail }] });
async function tell(to: { accountId: number } | { userId: number }, name = 'one'): Promise<void> {
  await inTransaction(
    database.db,
    async (trx) =>
      await notify(trx, {
        ...to,
        kind: 'balance.empty',
        data: { currency: 'USD' },
        mail: mailText('balanceEmpty', { network: `Placard ${name}`, url: `https://dashboard.test/${name}` }),
        at: now,
      }),
  );
}
const mails = async ({ userId }: Actor) =>
  await database.db
    .selectFrom('mail_outbox')
    .innerJoin('app_user', 'app_user.email', 'mail_outbox.to_email')
    .select(['subject', 'body_text', 'body_html', 'notice_kind', 'notice_user_id', 'mail_outbox.created_at'])
    .where('app_user.id', '=', userId)
    .orderBy('mail_outbox.id')
    .execute();

it('brings what was chosen for it in one mail, in order, with the way to each, as text and as HTML', async () => {
  const me = await waits();
  await tell(me, 'one');
  await tell(me, 'two');
  expect(await mails(me)).toEqual([]);
  expect(await send('2026-05-14T07:59:59.999Z')).toBe(0);
  expect(await send('2026-05-14T08:00:00Z')).toBe(1);
  expect(await send()).toBe(0);
  const [mail, ...others] = await mails(me);
  expect(others).toEqual([]);
  expect(mail?.created_at).toEqual(now);
  expect(mail).toMatchObject({
    subject: '2 notifications from Placard',
    notice_kind: 'digest',
    notice_user_id: me.userId,
  });
  for (const text of [mail?.body_text, mail?.body_html]) {
    expect(text).toMatch(/Your balance at Placard one is used up.*dashboard\.test\/one.*Placard two.*\/two/s);
    expect(text).toContain('https://dashboard.test/account#mails');
  }
});

it('names whose account it is of, underlines what each mail is about, and ends with where one chooses', async () => {
  const me = await waits();
  const long = 'L'.repeat(60);
  await tell(me, 'one');
  await tell(me, long);
  expect(await send('2026-05-14T08:00:00Z')).toBe(1);
  const [mail] = await mails(me);
  const sections = mail?.body_text.split('\n\n\n') ?? [];
  expect(sections).toHaveLength(4);
  const [about = '', ...rest] = sections;
  expect(about).toMatch(/^What Placard had to tell .+ since the last of these mails:$/);
  const [first, second] = rest.map((section) => section.split('\n'));
  expect(first?.slice(0, 2)).toEqual(['Your balance at Placard one is used up', '-'.repeat(38)]);
  expect(second?.[1]).toBe('-'.repeat(70));
  expect(second?.[0]?.length).toBeGreaterThan(71);
  expect(first?.at(-1)).toBe('https://dashboard.test/one');
  expect(rest.at(-1)).toMatch(/^[^\n]+\nhttps:\/\/dashboard\.test\/account#mails\n$/);
});

it('is of one person in one account, whoever else is in it and wherever else they are', async () => {
  const [me, other] = [await waits(), await waits()];
  for (const [account, member] of [
    [me.accountId, other.userId],
    [other.accountId, me.userId],
  ])
    await sql`insert into account_member (account_id, user_id, role) values (${account}, ${member}, 'finance')`.execute(
      database.db,
    );
  await tell({ accountId: me.accountId }, 'mine');
  await tell({ accountId: other.accountId }, 'other');
  expect(await send('2026-05-14T08:00:00Z')).toBe(4);
  for (const person of [me, other]) {
    const bodies = (await mails(person)).map(({ body_text: body }) => body);
    expect(bodies.map((body) => /Placard (mine|other)/.exec(body)?.[1]).toSorted()).toEqual([
      'mine',
      'other',
    ]);
    for (const body of bodies) expect(body).not.toMatch(/mine.*other|other.*mine/s);
  }
  // Whoever has had none yet is not taken for those who have had today's.
  const late = await waits();
  now = new Date('2026-05-14T07:59:59Z');
  await tell(late);
  expect(await send('2026-05-14T08:15:00Z')).toBe(1);
});

it('sends nothing where nothing waits, and what came after the turn a day later', async () => {
  const me = await waits();
  expect(await send('2026-05-14T08:00:00Z')).toBe(0);
  await tell(me, 'late');
  expect(await send('2026-05-14T23:00:00Z')).toBe(0);
  expect(await send('2026-05-15T08:00:00Z')).toBe(1);
  expect(await send('2026-05-16T08:00:00Z')).toBe(0);
  expect(await mails(me)).toHaveLength(1);
});

it('is one mail of two workers at once, for each of several people', async () => {
  const people = [await waits(), await waits(), await waits()];
  for (const me of people) await tell(me);
  now = new Date('2026-05-14T08:00:00Z');
  const sent = await Promise.all([send(), send(), send()]);
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
  for (const me of people) expect(await mails(me)).toHaveLength(1);
});

it('loses nothing and sends nothing twice when it breaks off between two lines, and does not keep others waiting', async () => {
  const [broken, other] = [await waits(), await waits()];
  for (const me of [broken, other]) await tell(me);
  const { email } = await database.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', broken.userId)
    .executeTakeFirstOrThrow();
  await sql`alter table mail_outbox add constraint away check (to_email <> ${sql.lit(email)})`.execute(
    database.db,
  );
  await expect(send('2026-05-14T08:00:00Z')).rejects.toThrow('1 digests could not be mailed');
  expect([(await mails(broken)).length, (await mails(other)).length]).toEqual([0, 1]);
  await sql`alter table mail_outbox drop constraint away`.execute(database.db);
  expect(await send()).toBe(1);
  expect([(await mails(broken)).length, (await mails(other)).length]).toEqual([1, 1]);
});

it('is left to the next worker by one that stops', async () => {
  const me = await waits();
  await tell(me);
  now = new Date('2026-05-14T08:00:00Z');
  expect(await sendDigests(deps(), AbortSignal.abort())).toBe(0);
  expect([await send(), (await mails(me)).length]).toEqual([1, 1]);
});

it('makes up for turns that nobody took with one mail, at the first look', async () => {
  const me = await waits();
  await tell(me, 'one');
  now = new Date('2026-05-14T12:00:00Z');
  await tell(me, 'two');
  expect(await send('2026-05-16T21:15:00Z')).toBe(1);
  expect((await mails(me))[0]?.subject).toBe('2 notifications from Placard');
  expect(await send('2026-05-17T07:45:00Z')).toBe(0);
});

it('has one mail a day also of what is written late, by a transaction that began before the turn', async () => {
  const me = await waits();
  await tell(me, 'early');
  expect(await send('2026-05-14T08:00:00Z')).toBe(1);
  now = new Date('2026-05-14T07:59:59Z');
  await tell(me, 'slow');
  expect(await send('2026-05-14T08:15:00Z')).toBe(0);
  expect(await send('2026-05-15T08:00:00Z')).toBe(1);
  expect((await mails(me)).map(({ subject }) => subject)).toEqual([
    '1 notification from Placard',
    '1 notification from Placard',
  ]);
});

it('is one mail also of a worker that had looked before another sent it, whatever came since', async () => {
  const me = await waits();
  await tell(me, 'early');
  now = new Date('2026-05-14T08:00:00Z');
  let asked = 0;
  const slowed = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1;
      if (asked > 1) return result;
      // The first answer is what waits.
      expect(await send()).toBe(1);
      now = new Date('2026-05-14T07:59:59Z');
      await tell(me, 'slow');
      now = new Date('2026-05-14T08:00:00Z');
      return result;
    },
  });
  expect(await sendDigests({ ...deps(), db: slowed })).toBe(0);
  expect(asked).toBeGreaterThan(1);
  expect(await mails(me)).toHaveLength(1);
});

it('comes by the account’s clock: across both changes of it, over a month’s end, and after a move', async () => {
  const me = await waits('Europe/Berlin');
  const days = [
    ['2026-03-28T20:00Z', '2026-03-29T05:59:59Z', '2026-03-29T06:00:00Z'],
    ['2026-10-24T20:00Z', '2026-10-25T06:59:59Z', '2026-10-25T07:00:00Z'],
    ['2026-10-31T20:00Z', '2026-11-01T06:59:59Z', '2026-11-01T07:00:00Z'],
  ];
  for (const [told = '', early = '', due = ''] of days) {
    now = new Date(told);
    await tell(me);
    expect([await send(early), await send(due)]).toEqual([0, 1]);
  }
  await tell(me);
  await database.db
    .updateTable('account')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', me.accountId)
    .execute();
  expect([await send('2026-11-01T12:59:59Z'), await send('2026-11-01T13:00:00Z')]).toEqual([0, 1]);
});

it('leaves out what was ended meanwhile, and people who are suspended or not in the account any more', async () => {
  const [ended, suspended, left] = [await waits(), await waits(), await waits()];
  for (const me of [ended, suspended, left]) await tell(me);
  await choose(ended, 'never');
  const { db } = database;
  await suspend(suspended);
  // Somebody else's account.
  await sql`update account_member set role = 'manager' where account_id = ${suspended.accountId}`.execute(db);
  await sql`update account_member set role = 'viewer' where account_id = ${left.accountId}`.execute(db);
  const { userId: owner } = await createActor(db, ['advertiser'], 'UTC');
  for (const { accountId, userId } of [suspended, left]) {
    await sql`insert into account_member (account_id, user_id, role) values (${accountId}, ${owner}, 'owner')`.execute(
      db,
    );
    // What was changed last PostgreSQL reads last.
    await sql`update account_member set role = role where account_id = ${accountId} and user_id = ${userId}`.execute(
      db,
    );
  }
  expect(await send('2026-05-14T08:00:00Z')).toBe(0);
  expect(await db.selectFrom('digest_item').select('id').execute()).toEqual([]);
});

it('leaves out who was taken out of the account meanwhile', async () => {
  const [stays, gone] = [await waits(), await waits()];
  await sql`insert into account_member (account_id, user_id, role) values (${stays.accountId}, ${gone.userId}, 'finance')`.execute(
    database.db,
  );
  await tell(stays);
  await sql`delete from account_member where account_id = ${stays.accountId} and user_id = ${gone.userId}`.execute(
    database.db,
  );
  expect(await send('2026-05-14T08:00:00Z')).toBe(1);
  expect([(await mails(stays)).length, (await mails(gone)).length]).toEqual([1, 0]);
});

it('of a turn that is late brings what came before the turn, and the rest a day later', async () => {
  const me = await waits();
  await tell(me, 'before');
  now = new Date('2026-05-14T08:00:00Z');
  await tell(me, 'after');
  expect([await send('2026-05-14T09:00:00Z'), await send('2026-05-14T23:00:00Z')]).toEqual([1, 0]);
  expect(await send('2026-05-15T08:00:00Z')).toBe(1);
  const [first, second] = await mails(me);
  expect(first?.body_text).not.toContain('/after');
  expect(second?.body_text).toContain('/after');
});

async function suspend({ userId, accountId }: Actor): Promise<void> {
  const { db } = database;
  await db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', userId).execute();
  await db.updateTable('account').set({ status: 'suspended' }).where('id', '=', accountId).execute();
}

it('brings a suspended owner what concerns the own account, as it is told at once', async () => {
  const [before, meanwhile] = [await waits(), await waits()];
  await tell(before);
  for (const me of [before, meanwhile]) await suspend(me);
  await tell(meanwhile);
  expect(await send('2026-05-14T08:00:00Z')).toBe(2);
  for (const me of [before, meanwhile]) expect(await mails(me)).toHaveLength(1);
});

/** Somebody who runs the network, and has an alarm of it wait. */
async function runs(timeZone = 'UTC'): Promise<Actor> {
  const actor = await createActor(database.db, ['operator'], timeZone);
  const chosen = { kind: 'alarm.begin', inApp: true, mail: 'digest' } as const;
  await updateMailPreferences(deps(), actor, { items: [chosen] });
  await alarm(actor);
  return actor;
}
const alarm = async ({ userId }: Actor) =>
  await inTransaction(
    database.db,
    async (trx) =>
      await notify(trx, {
        ...{ userId, kind: 'alarm.begin', data: { alarm: 'disk_low' }, at: now },
        mail: mailText('alarmBegun', { network: 'Placard', what: 'No room', url: 'https://dashboard.test/' }),
      }),
  );

it('leaves out what is for a role that was lost meanwhile, of the account and of who ran the network', async () => {
  const [lost, ran] = [await waits(), await runs()];
  const { db } = database;
  // Others still run it.
  await createActor(db, ['operator'], 'UTC');
  await tell(lost);
  await db.deleteFrom('account_role').where('account_id', '=', lost.accountId).execute();
  await db.deleteFrom('user_role').where('user_id', '=', ran.userId).execute();
  expect(await send('2026-05-14T08:00:00Z')).toBe(0);
  expect(await db.selectFrom('digest_item').select('id').execute()).toEqual([]);
  await db.insertInto('user_role').values({ user_id: ran.userId, role: 'operator' }).execute();
  await alarm(ran);
  expect(await send('2026-05-15T08:00:00Z')).toBe(1);
});

it('brings what is about the network by the network’s own clock', async () => {
  await runs('Europe/Berlin');
  const { db } = database;
  await db.updateTable('network_settings').set({ time_zone: 'Asia/Tokyo' }).execute();
  expect([await send('2026-05-13T22:59:59Z'), await send('2026-05-13T23:00:00Z')]).toEqual([0, 1]);
  await db.updateTable('network_settings').set({ time_zone: 'UTC' }).execute();
});

it('says so many at length and how many more there are, and speaks the reader’s language', async () => {
  const me = await waits();
  await database.db.updateTable('app_user').set({ language: 'de' }).where('id', '=', me.userId).execute();
  for (let count = 0; count < DIGEST_ITEMS_MOST + 2; count += 1) await tell(me, `no-${count}.`);
  now = new Date(now.getTime() + 24 * HOUR_MS);
  expect(await send()).toBe(1);
  const [mail] = await mails(me);
  expect(mail?.subject).toBe(`${DIGEST_ITEMS_MOST + 2} Benachrichtigungen von Placard`);
  expect(mail?.body_text).toContain(`/no-${DIGEST_ITEMS_MOST - 1}.`);
  expect(mail?.body_text).not.toContain(`/no-${DIGEST_ITEMS_MOST}.`);
  expect(mail?.body_text).toMatch(/^2 weitere Benachrichtigungen sind hier nicht genannt\.$/m);
  expect(mail?.body_text).not.toMatch(/Choose|balance/);
});
