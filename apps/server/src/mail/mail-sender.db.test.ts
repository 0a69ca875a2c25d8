import { createSecrets } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../auth/sweep-expired.ts';
import { createMailLoop, MAIL_MAX_AGE_MS, type OutgoingMail, sendNextMail } from './mail-sender.ts';
import { mailsOfToken } from './notice-token.ts';
import { queueMail, queueSecretMail } from './outbox.ts';
import { htmlOfText } from './plain-html.ts';

const secrets = createSecrets(Buffer.alloc(32, 3));
let database: TestDatabase;
let now: Date;
let taken: OutgoingMail[];
/** What the mail server says instead of taking a mail; '' where it takes it. */
let refusal: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.deleteFrom('mail_outbox').execute();
  now = new Date('2026-03-10T12:00:00Z');
  taken = [];
  refusal = '';
});
afterAll(async () => {
  await database.drop();
});

const deps = () => ({
  db: database.db,
  clock: () => now,
  secrets,
  publicUrl: 'https://dashboard.test',
  send: async (mail: OutgoingMail) => {
    if (refusal !== '') throw new Error(refusal);
    taken.push(mail);
  },
});
const sendNext = async () => await sendNextMail(deps());
const ANN = { to: 'ann@example.com', language: 'de' } as const;
const queue = async (subject: string) =>
  await queueMail(database.db, { ...ANN, subject, body: 'Hello', at: now });
const rows = async () => await database.db.selectFrom('mail_outbox').selectAll().execute();

it('sends what waits, in order and once', async () => {
  await queue('first');
  await queue('second');
  expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([true, true, false]);
  expect(taken).toMatchObject([
    {
      to: 'ann@example.com',
      subject: 'first',
      text: 'Hello',
      html: htmlOfText('Hello', 'de'),
      fromName: 'Placard',
    },
    { to: 'ann@example.com', subject: 'second', text: 'Hello' },
  ]);
  expect((await rows()).map((row) => row.sent_at)).toEqual([now, now]);
});

it('sends first what was written first, and of one moment what came first', async () => {
  const began = now;
  for (const [subject, seconds] of [
    ['third', 2],
    ['first', 0],
    ['fourth', 2],
    ['second', 1],
  ] as const) {
    now = new Date(began.getTime() + seconds * 1_000);
    await queue(subject);
  }
  now = new Date(began.getTime() + 3_000);
  await database.db.connection().execute(async (connection) => {
    // By its index it would have them in order anyway.
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await sql.raw(`set enable_${way} = off`).execute(connection);
    while (await sendNextMail({ ...deps(), db: connection }));
    await sql`reset all`.execute(connection);
  });
  expect(taken.map(({ subject }) => subject)).toEqual(['first', 'second', 'third', 'fourth']);
});

it('passes over what another worker is sending', async () => {
  await queue('first');
  await queue('second');
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = async (mail: OutgoingMail) => {
    taken.push(mail);
    begun.resolve();
    await held.promise;
  };
  const sending = sendNextMail({ ...deps(), send });
  await begun.promise;
  expect([await sendNext(), await sendNext()]).toEqual([true, false]);
  held.resolve();
  expect(await sending).toBe(true);
  expect(taken.map(({ subject }) => subject)).toEqual(['first', 'second']);
});

it('sends the HTML, the files and the way out with it', async () => {
  const file = { name: 'figures.csv', mediaType: 'text/csv', content: Buffer.from('a,b') };
  const extra = { html: '<p>Hello</p>', attachments: [file], unsubscribeUrl: 'https://example.com/stop' };
  await queueMail(database.db, { ...ANN, subject: 'view', body: 'Hello', at: now, ...extra });
  const files = ['b.csv', 'a.csv', 'c.csv'].map((name) => ({ ...file, name }));
  await queueMail(database.db, { ...ANN, subject: 'files', body: 'Hello', at: now, attachments: files });
  await sendNext();
  await sendNext();
  expect(taken).toMatchObject([
    { to: 'ann@example.com', subject: 'view', text: 'Hello', ...extra },
    { subject: 'files', attachments: ['a.csv', 'b.csv', 'c.csv'].map((name) => ({ ...file, name })) },
  ]);
  expect(taken[1]?.unsubscribeUrl).toBeUndefined();
});

it('writes its way below a text that names none, as HTML too', async () => {
  const mail = { ...ANN, subject: 'way', body: 'Hello\n', at: now };
  await queueMail(database.db, { ...mail, way: '/account/team' });
  await sendNext();
  await queueMail(database.db, mail);
  await sendNext();
  expect(taken.map(({ text }) => text)).toEqual([
    'Hello\n\nhttps://dashboard.test/account/team\n',
    'Hello\n',
  ]);
  expect(taken[0]?.html).toContain('<a href="https://dashboard.test/account/team"');
  await expect(queueMail(database.db, { ...mail, way: 'https://elsewhere.test' })).rejects.toThrow('way');
});

it('has one Message-ID however often it is sent, and no other mail has it', async () => {
  await queue('once');
  await sendNext();
  // Killed between the server's yes and the commit.
  await database.db.updateTable('mail_outbox').set({ sent_at: null }).execute();
  now = new Date(now.getTime() + 60_000);
  await sendNext();
  await queue('another');
  await sendNext();
  const [first, again, other] = taken.map(({ messageId }) => messageId);
  expect(first).toMatch(/^<\d+\.\d+@dashboard\.test>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('carries the way to end mails of its kind, but where they cannot be ended', async () => {
  const { id: userId } = await database.db
    .insertInto('app_user')
    .values({ email: 'ann@example.com', status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const kind of [
    'campaign.approve',
    'digest',
    'operator.change',
    'sign_in.new',
    'invoice.issue',
  ] as const) {
    const mail = { ...ANN, subject: kind, body: 'Hello', at: now };
    await queueMail(database.db, { ...mail, notice: { kind, userId } });
    await sendNext();
  }
  const [url = '', ofDigest = '', ...none] = taken.map(({ unsubscribeUrl }) => unsubscribeUrl);
  expect(url).toMatch(/^https:\/\/dashboard\.test\/unsubscribe\?token=[\w-]+$/);
  expect(mailsOfToken(secrets, new URL(url).searchParams.get('token') ?? '')).toEqual({
    kind: 'campaign.approve',
    userId,
  });
  expect(
    mailsOfToken(createSecrets(Buffer.alloc(32, 4)), new URL(url).searchParams.get('token') ?? ''),
  ).toBeNull();
  expect(mailsOfToken(secrets, new URL(ofDigest).searchParams.get('token') ?? '')?.kind).toBe('digest');
  expect(none).toEqual([undefined, undefined, undefined]);
});

it('does not send a mail twice when two send at once', async () => {
  await queue('only');
  await Promise.all([sendNext(), sendNext()]);
  expect(taken).toHaveLength(1);
});

it('is no transaction while the mail server is asked: ad servers see what was changed meanwhile', async () => {
  await queue('slow');
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const sending = sendNextMail({
    ...deps(),
    send: async (mail) => {
      asked.resolve();
      await answered.promise;
      taken.push(mail);
    },
  });
  await asked.promise;
  const own = await sql<{ txid: string }>`select pg_current_xact_id()::text as txid`.execute(database.db);
  // As delivery reads the change log: up to the oldest transaction that is under way, in whatever database.
  await soon(async () => {
    const { rows } = await sql<{ over: boolean }>`
      select ${own.rows[0]?.txid}::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as over`.execute(
      database.db,
    );
    expect(rows).toEqual([{ over: true }]);
  });
  // Nor does a second one take the mail, or wait for it.
  expect(await sendNext()).toBe(false);
  answered.resolve();
  expect(await sending).toBe(true);
  expect([taken.length, await sendNext()]).toEqual([1, false]);
  const held = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  expect(held.rows).toEqual([]);
});

it('keeps why a mail was refused, and tries again ever later, for a day at most', async () => {
  await queue('refused');
  refusal = '550 no such user';
  const hours: number[] = [];
  for (let seconds = 0; seconds <= 30 * 3_600; seconds += 300) {
    if (await sendNext()) hours.push(Math.floor(seconds / 3_600));
    now = new Date(now.getTime() + 300_000);
  }
  // A mail server that is back after a night gets it within two hours.
  expect(hours.slice(9)).toEqual([4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  expect(await rows()).toMatchObject([{ sent_at: null, attempts: 19, last_error: '550 no such user' }]);
});

it('comes again after half a minute, then twice as long each time, and keeps 500 letters of why', async () => {
  await queue('refused');
  refusal = 'x'.repeat(501);
  for (const pauseMs of [30_000, 60_000, 120_000]) {
    expect(await sendNext()).toBe(true);
    now = new Date(now.getTime() + pauseMs - 1);
    expect(await sendNext()).toBe(false);
    now = new Date(now.getTime() + 1);
  }
  expect((await rows())[0]?.last_error).toBe('x'.repeat(500));
});

it('keeps what a server said that no database can, and keeps no other mail waiting for it', async () => {
  await queue('refused');
  refusal = '550 no\0 such\0 user';
  expect(await sendNext()).toBe(true);
  expect((await rows())[0]).toMatchObject({ attempts: 1, last_error: '550 no such user' });
  await queue('next');
  refusal = '';
  await sendNext();
  expect(taken.map(({ subject }) => subject)).toEqual(['next']);
});

it('stops after the mail that is under way, however many wait', async () => {
  for (const subject of ['one', 'two', 'three']) await queue(subject);
  const stopped = new Promise<void>((resolve, reject) => {
    const loop = createMailLoop({
      ...deps(),
      log: pino({ level: 'silent' }),
      send: async (mail) => {
        taken.push(mail);
        loop.stop().then(resolve, reject);
      },
    });
    loop.start();
  });
  await stopped;
  expect(taken.map(({ subject }) => subject)).toEqual(['one']);
});

it('leaves alone what is older than a day', async () => {
  await queue('stale');
  now = new Date(now.getTime() + 24 * 3_600_000);
  expect(await sendNext()).toBe(false);
});

describe('a mail with a one-time link', () => {
  const TOKEN = 'A1b2-_'.repeat(7);
  const body = `Choose it here:\nhttps://dashboard.test/reset-password?token=${TOKEN}\n`;
  const mail = () => ({ ...ANN, subject: 'link', body, html: `<p>${body}</p>`, at: now });

  it('is kept sealed and read without its token, sent whole, and then only the copy is left', async () => {
    await queueSecretMail(database.db, secrets, mail());
    const stored = async () =>
      JSON.stringify(await rows(), (_key, value) =>
        typeof value === 'bigint' ? String(value) : Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
    expect(await stored()).not.toContain(TOKEN);
    expect((await rows())[0]).toMatchObject({
      body_text: 'Choose it here:\nhttps://dashboard.test/reset-password?token=…\n',
      sealed: expect.any(Buffer),
    });
    await sendNext();
    expect(taken).toMatchObject([
      { to: 'ann@example.com', subject: 'link', text: body, html: `<p>${body}</p>` },
    ]);
    expect((await rows())[0]).toMatchObject({ sent_at: now, sealed: null });
    expect(await stored()).not.toContain(TOKEN);
  });

  it('is not told by a server that repeats its link as it refuses it', async () => {
    await queueSecretMail(database.db, secrets, mail());
    refusal = `554 5.7.1 https://dashboard.test/reset-password?token=${TOKEN} is on a list`;
    await sendNext();
    expect((await rows())[0]?.last_error).toBe(
      '554 5.7.1 https://dashboard.test/reset-password?token=… is on a list',
    );
    refusal = `${'x'.repeat(440)} ${refusal}`;
    now = new Date(now.getTime() + 30_000);
    await sendNext();
    expect((await rows())[0]?.last_error).not.toContain(TOKEN.slice(0, 6));
  });

  it('does not open where it was moved to another receiver', async () => {
    await queueSecretMail(database.db, secrets, mail());
    await database.db.updateTable('mail_outbox').set({ to_email: 'eve@example.com' }).execute();
    await sendNext();
    expect(taken).toEqual([]);
    expect((await rows())[0]).toMatchObject({ sent_at: null, attempts: 1 });
  });

  it('is refused in the clear by the database, whoever writes it, and left out of other mails', async () => {
    const { to: to_email, language, subject } = mail();
    const insert = async (texts: { body_text: string; body_html?: string }) =>
      await database.db
        .insertInto('mail_outbox')
        .values({ to_email, subject, ...texts })
        .execute();
    for (const page of ['invite', 'reset-password', 'confirm-email', 'join', 'signup']) {
      const text = body.replace('reset-password', page);
      await expect(insert({ body_text: text })).rejects.toThrow('without_links');
      const html = `<a href="${text}">`;
      await expect(insert({ body_text: 'Hello', body_html: html })).rejects.toThrow('without_links');
      await queueMail(database.db, { to: to_email, language, subject, body: text, html, at: now });
    }
    const kept = (await rows()).map((row) => `${row.body_text}${row.body_html}`);
    expect(kept.map((text) => [text.includes('?token=…'), text.includes(TOKEN)])).toEqual(
      Array(5).fill([true, false]),
    );
  });

  it('keeps its seal for a day, as long as it may still be sent', async () => {
    await queueSecretMail(database.db, secrets, mail());
    const sweepAt = async (ms: number) => {
      const at = new Date(now.getTime() + ms);
      await sweepExpired({ db: database.db, clock: () => at });
      return (await rows())[0]?.sealed ?? null;
    };
    expect(await sweepAt(MAIL_MAX_AGE_MS - 1)).not.toBeNull();
    expect(await sweepAt(MAIL_MAX_AGE_MS)).toBeNull();
  });
});
