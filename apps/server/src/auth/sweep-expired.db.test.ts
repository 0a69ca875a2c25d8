import { createHash } from 'node:crypto';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAILS_KEPT_DAYS, NOTICES_KEPT_DAYS } from '@placard/domain/kept-days';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAIL_MAX_AGE_MS } from '../mail/mail-sender.ts';
import { queueMail, queueSecretMail } from '../mail/outbox.ts';
import { startSession } from './sessions.ts';
import { sweepExpired } from './sweep-expired.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

it('deletes what has run out and keeps what is in use', async () => {
  const { db } = database;
  const now = new Date('2026-03-10T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { id } = await db
    .insertInto('app_user')
    .values({ email: 'ann@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = await db
    .insertInto('account')
    .values({ status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const days of [31, 29]) {
    await startSession(db, { userId: id, userAgent: `${days}`, now: ago(days) });
    await db
      .insertInto('idempotency_key')
      .values({
        user_id: id,
        account_id: account.id,
        operation: 'POST /x',
        key: `${days}`,
        input_sha256: Buffer.alloc(32),
        answer: '{}',
        created_at: ago(days),
      })
      .execute();
    await db
      .insertInto('user_link')
      .values({
        kind: 'reset',
        user_id: id,
        token_sha256: createHash('sha256').update(`${days}`).digest(),
        expires_at: ago(days),
      })
      .execute();
    const content = Buffer.from('a,b');
    await queueMail(db, {
      to: 'ann@example.com',
      subject: `${days}`,
      body: 'Figures',
      language: 'en',
      attachments: [{ name: `${days}.csv`, mediaType: 'text/csv', content }],
      at: ago(days),
    });
  }
  const event = (name: string, days: number, done: boolean) => ({
    gateway: 'stripe' as const,
    id: name,
    type: 'charge.refunded',
    subject: 'null',
    received_at: ago(days),
    processed_at: done ? ago(days) : null,
  });
  await db
    .insertInto('gateway_event')
    .values([event('old', 91, true), event('waiting', 91, false), event('young', 89, true)])
    .execute();
  await sweepExpired({ db, clock: () => now });
  const events = await db.selectFrom('gateway_event').select('id').orderBy('id').execute();
  expect(events.map((each) => each.id)).toEqual(['waiting', 'young']);
  const sessions = await db.selectFrom('session').select('user_agent').execute();
  const keys = await db.selectFrom('idempotency_key').select('key').execute();
  const links = await db.selectFrom('user_link').select('expires_at').execute();
  const files = await db.selectFrom('mail_attachment').select('name').execute();
  const mails = await db.selectFrom('mail_outbox').select('subject').orderBy('id').execute();
  expect({ sessions, keys, links, files, mails }).toEqual({
    files: [{ name: '29.csv' }],
    mails: [{ subject: '31' }, { subject: '29' }],
    sessions: [{ user_agent: '29' }],
    keys: [{ key: '29' }],
    links: [{ expires_at: ago(29) }],
  });
});

it('keeps mails for 180 days and notices for a year, to the millisecond, and takes the oldest from a large table', async () => {
  const { db } = database;
  const now = new Date('2027-03-10T12:00:00Z');
  const ago = (days: number, lessMs = 0) => new Date(now.getTime() - days * DAY_MS + lessMs);
  const content = Buffer.from('a,b');
  const mail = async (subject: string, at: Date) =>
    await queueMail(db, {
      ...{ to: 'eve@example.com', subject, body: 'Figures', language: 'en', at },
      attachments: [{ name: 'a.csv', mediaType: 'text/csv', content }],
    });
  const { rows: made } = await sql<{ id: number }>`
    insert into app_user (email) values ('eve@example.com') returning id`.execute(db);
  const notice = async (kind: string, at: Date) =>
    await sql`insert into notification (user_id, kind, created_at) values (${made[0]?.id}, ${kind}, ${at})`.execute(
      db,
    );
  for (const [write, days] of [
    [mail, MAILS_KEPT_DAYS],
    [notice, NOTICES_KEPT_DAYS],
  ] as const) {
    await write('older', ago(days, -DAY_MS));
    await write('gone', ago(days, -1));
    await write('stays', ago(days));
    // Sent the other way round, by a machine whose clock was behind.
    await write('gone too', ago(days, -2));
    await write('young', now);
  }
  // One that was written to since lies behind the others, and is the oldest all the same.
  await sql`update mail_outbox set attempts = 1 where subject = 'older'`.execute(db);
  await sql`update notification set read_at = ${now} where kind = 'older'`.execute(db);
  // Of two that are looked at together one is young: what comes after it goes with the next look.
  for (let looks = 0; looks < 3; looks += 1) await sweepExpired({ db, clock: () => now }, { rowsAtOnce: 2 });
  const mails =
    await sql`select subject as kept from mail_outbox where to_email = 'eve@example.com' order by id`.execute(
      db,
    );
  expect(mails.rows).toEqual([{ kept: 'stays' }, { kept: 'young' }]);
  const notices =
    await sql`select kind as kept from notification where user_id = ${made[0]?.id} order by id`.execute(db);
  expect(notices.rows).toEqual([{ kept: 'stays' }, { kept: 'young' }]);
});

it('keeps a website’s page views of 60 days by UTC', async () => {
  const { db } = database;
  const now = new Date('2027-04-10T00:00:00Z');
  const { rows } = await sql<{ id: number }>`
    with a as (insert into account (status) values ('active') returning id)
    insert into website (publisher_id, domain, status, categories, monthly_traffic, analytics_key)
    select id, 'kept.example', 'active', '{news}', 1, 'kept-example-key-1' from a returning id`.execute(db);
  for (const day of ['2027-02-08', '2027-02-09', '2027-04-10'])
    await sql`insert into website_traffic_day values (${rows[0]?.id}, ${day}, 5)`.execute(db);
  const daysAt = async (at: Date) => {
    await sweepExpired({ db, clock: () => at });
    const left = await sql<{ day: string }>`select day::text from website_traffic_day order by day`.execute(
      db,
    );
    return left.rows.map(({ day }) => day);
  };
  expect(await daysAt(new Date(now.getTime() - 1))).toEqual(['2027-02-08', '2027-02-09', '2027-04-10']);
  expect(await daysAt(now)).toEqual(['2027-02-09', '2027-04-10']);
});

it('deletes each to the millisecond, and forgets the links of mails that are too late to be sent', async () => {
  const { db } = database;
  const now = new Date('2026-06-10T12:00:00Z');
  const days = (count: number) => count * DAY_MS;
  const { rows: made } = await sql<{ user: number; account: number }>`
    with u as (insert into app_user (email) values ('bob@example.com') returning id),
         a as (insert into account (status) values ('active') returning id)
    select u.id as user, a.id as account from u, a`.execute(db);
  const [{ user, account } = { user: 0, account: 0 }] = made;
  const hash = (key: string) => sql`sha256(${key}::text::bytea)`;
  const sealedMail = async (to: string, at: Date) =>
    await queueSecretMail(db, createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)), {
      ...{ to, subject: to, body: 'x', language: 'en', at },
    });
  /** What is kept, since when it is counted, and how old it is when it goes: a millisecond less, and it stays. */
  const kept: readonly [string, string, number, (key: string, at: Date) => Promise<unknown>][] = [
    [
      ...(['session', 'user_agent', 0] as const),
      async (key, at) =>
        await sql`insert into session (token_sha256, user_id, last_seen_at, expires_at, user_agent)
          values (${hash(key)}, ${user}, ${at}, ${at}, ${key})`.execute(db),
    ],
    [
      ...(['user_link', 'new_email', days(30) + 1] as const),
      async (key, at) =>
        await sql`insert into user_link (kind, token_sha256, user_id, new_email, expires_at)
          values ('verify', ${hash(key)}, ${user}, ${key}, ${at})`.execute(db),
    ],
    [
      ...(['passkey_answer', 'challenge_sha256', 0] as const),
      async (key, at) => await sql`insert into passkey_answer values (${hash(key)}, ${at})`.execute(db),
    ],
    [
      ...(['sign_in_answer', 'state_sha256', 0] as const),
      async (key, at) => await sql`insert into sign_in_answer values (${hash(key)}, ${at})`.execute(db),
    ],
    [
      ...(['sign_up_request', 'email', 0] as const),
      async (key, at) =>
        await sql`insert into sign_up_request (email, roles, token_sha256, created_at, expires_at)
          values (${key}, '{advertiser}', ${hash(key)}, ${at}, ${at})`.execute(db),
    ],
    [
      ...(['account_invitation', 'email', days(30) + 1] as const),
      async (key, at) =>
        await sql`insert into account_invitation (account_id, email, role, token_sha256, invited_by, expires_at)
          values (${account}, ${key}, 'viewer', ${hash(key)}, ${user}, ${at})`.execute(db),
    ],
    [...(['mail_outbox', 'to_email', MAIL_MAX_AGE_MS] as const), sealedMail],
    [
      ...(['image', 'file_key', days(90) + 1] as const),
      async (key, at) =>
        await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type, removed_at)
          values (${account}, ${key}, 1, 1, 1, 'image/png', ${at})`.execute(db),
    ],
    [
      ...(['idempotency_key', 'key', days(30) + 1] as const),
      async (key, at) =>
        await sql`insert into idempotency_key (user_id, account_id, operation, key, input_sha256, answer, created_at)
          values (${user}, ${account}, 'POST /x', ${key}, ${hash(key)}, '{}', ${at})`.execute(db),
    ],
    [
      ...(['gateway_event', 'id', days(90) + 1] as const),
      async (key, at) =>
        await sql`insert into gateway_event (gateway, id, type, subject, received_at, processed_at)
          values ('stripe', ${key}, 'charge.refunded', 'null', ${at}, ${at})`.execute(db),
    ],
  ];
  await sql`create function one_at_a_time() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 1 then raise 'several at once: %', tg_table_name; end if;
      return null;
    end $$`.execute(db);
  for (const [table, , goesAfterMs, insert] of kept) {
    const goes = now.getTime() - goesAfterMs;
    await insert(`gone-${table}`, new Date(goes));
    await insert(`gone-too-${table}`, new Date(goes));
    await insert(`stays-${table}`, new Date(goes + 1));
    const change = sql.raw(table === 'mail_outbox' ? 'update' : 'delete');
    await sql`create trigger bounded after ${change} on ${sql.table(table)}
      referencing old table as gone for each statement execute function one_at_a_time()`.execute(db);
  }
  await sweepExpired({ db, clock: () => now }, { stopping: AbortSignal.abort() });
  expect(
    await db.selectFrom('session').select('user_agent').where('user_id', '=', user).execute(),
  ).toHaveLength(3);
  await sweepExpired({ db, clock: () => now }, { rowsAtOnce: 1 });
  const left = async (table: string, column: string, key: string) => {
    const value = column.endsWith('sha256') ? hash(key) : sql`${key}`;
    const unsealed = table === 'mail_outbox' ? sql`and sealed is not null` : sql``;
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${value} ${unsealed}`.execute(db);
    return rows.length;
  };
  const found = [];
  for (const [table, column] of kept) {
    found.push([
      table,
      (await left(table, column, `gone-${table}`)) + (await left(table, column, `gone-too-${table}`)),
      await left(table, column, `stays-${table}`),
    ]);
  }
  expect(found).toEqual(kept.map(([table]) => [table, 0, 1]));
});
