import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OutgoingMail, sendNextMail } from './mail-sender.ts';
import { queueMail } from './outbox.ts';

let database: TestDatabase;
let now: Date;
let taken: OutgoingMail[];
let refuse: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.deleteFrom('mail_outbox').execute();
  now = new Date('2026-03-10T12:00:00Z');
  taken = [];
  refuse = false;
});
afterAll(async () => {
  await database.drop();
});

const sendNext = async () =>
  await sendNextMail({
    db: database.db,
    clock: () => now,
    send: async (mail) => {
      if (refuse) throw new Error('550 no such user');
      taken.push(mail);
    },
  });
const queue = async (subject: string) =>
  await queueMail(database.db, { to: 'ann@example.com', subject, body: 'Hello', at: now });
const rows = async () => await database.db.selectFrom('mail_outbox').selectAll().execute();

it('sends what waits, in order and once', async () => {
  await queue('first');
  await queue('second');
  expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([true, true, false]);
  expect(taken).toEqual([
    { to: 'ann@example.com', subject: 'first', text: 'Hello' },
    { to: 'ann@example.com', subject: 'second', text: 'Hello' },
  ]);
  expect((await rows()).map((row) => row.sent_at)).toEqual([now, now]);
});

it('sends the HTML, the files and the way out with it', async () => {
  const file = { name: 'figures.csv', mediaType: 'text/csv', content: Buffer.from('a,b') };
  const extra = { html: '<p>Hello</p>', attachments: [file], unsubscribeUrl: 'https://example.com/stop' };
  await queueMail(database.db, { to: 'ann@example.com', subject: 'view', body: 'Hello', at: now, ...extra });
  await sendNext();
  expect(taken).toEqual([{ to: 'ann@example.com', subject: 'view', text: 'Hello', ...extra }]);
});

it('does not send a mail twice when two send at once', async () => {
  await queue('only');
  await Promise.all([sendNext(), sendNext()]);
  expect(taken).toHaveLength(1);
});

it('keeps why a mail was refused, and tries again ever later, for a day at most', async () => {
  await queue('refused');
  refuse = true;
  let attempts = 0;
  for (let seconds = 0; seconds <= 30 * 3_600; seconds += 300) {
    if (await sendNext()) attempts += 1;
    now = new Date(now.getTime() + 300_000);
  }
  expect(attempts).toBe(10);
  expect(await rows()).toMatchObject([{ sent_at: null, attempts: 10, last_error: '550 no such user' }]);
});

it('leaves alone what is older than a day', async () => {
  await queue('stale');
  now = new Date(now.getTime() + 24 * 3_600_000);
  expect(await sendNext()).toBe(false);
});
