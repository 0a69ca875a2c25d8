import { createHash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueMail } from '../mail/outbox.ts';
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
