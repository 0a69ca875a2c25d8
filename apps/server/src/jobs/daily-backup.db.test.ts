import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { parseCrontab } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createActor } from '../features/testing/fixtures.ts';
import { runBackupApart, runSendMomentsApart } from '../run-backup-apart.ts';
import { backUpDaily, keepPointsInTime, sendPointsInTime } from './daily-backup.ts';
import { crontabOf } from './task-list.ts';

const going = new AbortController().signal;
const NOW = new Date('2026-11-22T02:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('tells every active operator at the bell and by mail when it fails, with the reason, and nobody else', async () => {
  const operator = await createActor(database.db, ['operator']);
  const gone = await createActor(database.db, ['operator']);
  await createActor(database.db, ['advertiser']);
  await database.db
    .updateTable('app_user')
    .set({ status: 'suspended' })
    .where('id', '=', gone.userId)
    .execute();
  const deps = { db: database.db, clock: () => NOW, logger: pino({ level: 'silent' }) };
  await backUpDaily({ ...deps, runBackup: async () => ({ fault: null, said: 'Backed up' }) }, going);
  const notices = () =>
    database.db.selectFrom('notification').select(['user_id', 'kind', 'detail']).execute();
  expect(await notices()).toEqual([]);
  await backUpDaily(
    { ...deps, runBackup: async () => ({ fault: 'The disk is full: no room', said: '' }) },
    going,
  );
  expect(await notices()).toEqual([
    { user_id: operator.userId, kind: 'backup.fail', detail: { reason: 'The disk is full: no room' } },
  ]);
  const mails = await database.db.selectFrom('mail_outbox').select(['subject']).execute();
  expect(mails).toEqual([{ subject: 'The daily backup of Placard failed' }]);
});

it('tells nobody where it was broken off by a stop: the next start makes up for it', async () => {
  const deps = { db: database.db, clock: () => NOW, logger: pino({ level: 'silent' }) };
  const count = async () => (await database.db.selectFrom('notification').select('id').execute()).length;
  const before = await count();
  const stopping = AbortSignal.abort(new Error('it stops'));
  const run = async () => ({ fault: 'It was ended by SIGKILL.', said: '' });
  await expect(backUpDaily({ ...deps, runBackup: run }, stopping)).rejects.toThrow('it stops');
  await expect(keepPointsInTime({ ...deps, runPointInTime: run }, stopping)).rejects.toThrow('it stops');
  await expect(sendPointsInTime({ ...deps, runSendMoments: run }, stopping)).rejects.toThrow('it stops');
  expect(await count()).toBe(before);
  // One that was done by then is done.
  await backUpDaily({ ...deps, runBackup: async () => ({ fault: null, said: 'Backed up' }) }, stopping);
});

/** What operators were told last, at the bell and by mail. */
async function newest() {
  const notice = await database.db
    .selectFrom('notification')
    .select('detail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const mail = await database.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text as body'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...notice, ...mail };
}

it('tells once a day that points in time are not kept, and nothing while they are', async () => {
  const deps = { db: database.db, clock: () => NOW, logger: pino({ level: 'silent' }) };
  const count = async () => (await database.db.selectFrom('notification').select('id').execute()).length;
  const before = await count();
  await keepPointsInTime({ ...deps, runPointInTime: async () => ({ fault: null, said: 'Kept' }) }, going);
  expect(await count()).toBe(before);
  const failing = { ...deps, runPointInTime: async () => ({ fault: 'The disk is full', said: '' }) };
  await keepPointsInTime(failing, going);
  await keepPointsInTime({ ...failing, clock: () => new Date('2026-11-22T23:59:59Z') }, going);
  expect(await count()).toBe(before + 1);
  await keepPointsInTime({ ...failing, clock: () => new Date('2026-11-23T00:00:00Z') }, going);
  expect(await count()).toBe(before + 2);
  expect(await newest()).toEqual({
    detail: { reason: 'The disk is full', backupOf: 'points_in_time' },
    subject: 'Points in time of Placard cannot be kept',
    body: expect.not.stringMatching(/backup/i),
  });
});

it('tells once a day that points in time do not reach the bucket, beside what else fails', async () => {
  const deps = { db: database.db, clock: () => NOW, logger: pino({ level: 'silent' }) };
  const count = async () => (await database.db.selectFrom('notification').select('id').execute()).length;
  const before = await count();
  await sendPointsInTime(
    { ...deps, runSendMoments: async () => ({ fault: null, said: 'The rest waits.' }) },
    going,
  );
  expect(await count()).toBe(before);
  const failing = { ...deps, runSendMoments: async () => ({ fault: 'It was not reached', said: '' }) };
  await sendPointsInTime(failing, going);
  await sendPointsInTime({ ...failing, clock: () => new Date('2026-11-22T23:59:59Z') }, going);
  expect(await count()).toBe(before + 1);
  expect(await newest()).toEqual({
    detail: { reason: 'It was not reached', backupOf: 'bucket' },
    subject: 'Points in time of Placard do not reach the bucket',
    body: expect.not.stringMatching(/backup/i),
  });
});

it('runs the programs of the backup, and gives its sentence back', async () => {
  // Without PLACARD_BACKUP_DIR it has nowhere to go.
  const { fault } = await runBackupApart(going);
  expect(fault).toContain('It takes one folder: npm run backup -- FOLDER');
  expect((await runSendMomentsApart(going)).fault).toContain('PLACARD_POINT_IN_TIME_DIR is not set');
});

it('is on the timetable where a folder is set, at its hour', () => {
  expect(crontabOf(null, null)).not.toContain('back_up');
  const items = parseCrontab(crontabOf({ into: '/b', hour: 5, keep: 7 }, null));
  expect(items.filter(({ task }) => task === 'back_up')).toMatchObject([{ options: { maxAttempts: 2 } }]);
  expect(crontabOf(null, null)).not.toContain('keep_points_in_time');
  const kept = crontabOf(null, { into: '/b', days: 7, bucket: null });
  expect(kept).toContain('* * * * * keep_points_in_time');
  expect(kept).not.toContain('send_points_in_time');
  const bucket = {
    bucket: 'b',
    endpoint: undefined,
    region: 'r',
    prefix: '',
    accessKeyId: 'a',
    secretAccessKey: 's',
  };
  expect(crontabOf(null, { into: '/b', days: 7, bucket })).toContain('* * * * * send_points_in_time');
});
