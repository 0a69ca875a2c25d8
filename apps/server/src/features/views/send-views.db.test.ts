import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { MOST_FAULTS } from '../each-alone.ts';
import { refusalOf, testDeps } from '../testing/fixtures.ts';
import { createView, updateView } from './edit-views.ts';
import { scheduleView } from './schedule-view.ts';
import { FAILED_PAUSE_MS, sendDueViews, sendViewNow } from './send-views.ts';
import { fillViewWorld } from './testing/view-world.ts';
import { listViews } from './view-record.ts';

/** A Wednesday. */
const NOON = Date.UTC(2026, 4, 13, 12, 0, 0);
const DAY_MS = 86_400_000;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let now: Date;
let advertiser: Actor;
let publisher: Actor;

const deps = () => ({
  ...testDeps(database.db),
  clock: () => now,
  analytics,
  secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
});

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  ({ advertiser, publisher } = await fillViewWorld(database, analytics, NOON));
});
beforeEach(async () => {
  now = new Date(NOON);
  await database.db.deleteFrom('mail_outbox').execute();
  await database.db.deleteFrom('saved_view').execute();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

const save = async (
  actor = advertiser,
  search: Record<string, string> = { range: 'last7', by: 'campaign' },
  name = 'Wochenübersicht 7',
) =>
  await createView(deps(), actor, {
    screen: actor === publisher ? 'publisher_report' : 'statistics',
    name,
    search,
    isDefault: false,
  });
const daily = async (id: number, actor = advertiser) =>
  await scheduleView(deps(), actor, { id, version: 1, every: 'day', weekday: null, time: '13:00' });
const mails = async () => await database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
/** The newest mail's file. */
const fileText = async () => {
  const files = await database.db.selectFrom('mail_attachment').selectAll().orderBy('mail_id').execute();
  return files.at(-1)?.content.toString('utf8') ?? '';
};
const send = async () => await sendDueViews(deps());

describe('the mail of a view', () => {
  const speak = async (language: 'de' | null) =>
    await database.db.updateTable('app_user').set({ language }).where('id', '=', advertiser.userId).execute();

  it('has the rows that its page shows, in their order', async () => {
    const linesOf = async (search: object) => {
      const { id } = await save(
        advertiser,
        { range: 'last7', by: 'campaign', ...search },
        crypto.randomUUID(),
      );
      await sendViewNow(deps(), advertiser, id);
      return (await fileText()).trim().split('\r\n').slice(1);
    };
    // By figures it would be the first.
    const isLanterns = (await linesOf({ sort: '-campaign' })).map((line) => line.includes('Lanterns'));
    expect(isLanterns).toEqual([...Array(11).fill(false), true]);
    expect(await linesOf({ search: 'lANTERN' })).toEqual([expect.stringContaining('Lanterns')]);
  });

  it('brings a file that the reader’s spreadsheet opens, in the reader’s words', async () => {
    const view = await save(advertiser, { range: 'last7', by: 'country', by2: 'campaign' });
    await daily(view.id);
    await speak('de');
    now = new Date(NOON + 3_600_000);
    await send();
    await speak(null);
    const [mail] = await mails();
    expect(mail?.language).toBe('de');
    const [head, first] = (await fileText()).split('\r\n');
    expect(head).toContain('Land;Kampagne;Einblendungen;');
    for (const text of [first, mail?.body_text, mail?.body_html]) expect(text).toContain('Deutschland');
    expect(first).toMatch(/;\d+,\d+;/);
    expect(first).not.toMatch(/;\d+\.\d/);
  });

  it('has totals with their change, the top rows, all rows as a file, and the way back and out', async () => {
    const view = await save();
    await daily(view.id);
    now = new Date(NOON + 3_600_000);
    expect(await send()).toBe(1);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Wochenübersicht 7: May 7, 2026 – May 13, 2026');
    const body = mail?.body_text ?? '';
    expect(body).toMatch(/^Impressions +15 +\+650%$/m);
    expect(body).toMatch(/^Spend +\$0\.03 /m);
    expect(body).toContain('=1+1, "Lanterns" <b>');
    expect(body).toContain('The top 10 of 12 rows; all are in the file.');
    expect(body).toContain(
      `https://dashboard.test/advertiser/statistics?by=campaign&range=last7&view=${view.id}`,
    );
    expect(mail?.unsubscribe_url).toMatch(/^https:\/\/dashboard\.test\/unsubscribe\?token=[\w-]+$/);
    expect(body).toContain(mail?.unsubscribe_url ?? 'none');
    expect(mail?.body_html).toContain('&lt;b&gt;');
    expect(mail?.body_html).not.toContain('<b>');
    const [file] = await database.db.selectFrom('mail_attachment').selectAll().execute();
    expect([file?.name, file?.media_type]).toEqual([
      'wochenubersicht-7-2026-05-07-2026-05-13.csv',
      'text/csv',
    ]);
    const lines = (file?.content.toString('utf8') ?? '').trim().split('\r\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]).toContain('Campaign,Impressions,Viewable impressions');
    // What starts like a formula is none.
    expect(lines[1]).toContain(`"'=1+1, ""Lanterns"" <b>",4,4,1,`);
  });

  it('goes out also where a name looks like a link that no mail may hold', async () => {
    const view = await save(advertiser, { range: 'last7' }, 'https://me.test/join?token=abc');
    await sendViewNow(deps(), advertiser, view.id);
    expect((await mails())[0]?.body_text).toContain('https://me.test/join?token=…');
  });

  it('is of the account’s own report', async () => {
    const view = await save(publisher, { range: 'last30', by: 'website' });
    await daily(view.id, publisher);
    now = new Date(NOON + 3_600_000);
    await send();
    const body = (await mails())[0]?.body_text ?? '';
    expect(body).toMatch(/^Impressions +17$/m);
    expect(body).toMatch(/^Earnings +\$0\.02$/m);
    expect(body).not.toContain('Spend');
  });

  it('of named days stays at them, of relative ones moves', async () => {
    const fixed = await save(advertiser, { from: '2026-05-06', to: '2026-05-06' });
    await daily(fixed.id);
    now = new Date(NOON + 2 * DAY_MS);
    await send();
    expect((await mails())[0]?.body_text).toMatch(/^Impressions +2$/m);
    await database.db.deleteFrom('saved_view').execute();
    const moving = await save();
    await daily(moving.id);
    now = new Date(NOON + 8 * DAY_MS);
    await send();
    expect((await mails())[1]?.subject).toContain('May 14, 2026 – May 20, 2026');
    expect((await mails())[1]?.body_text).toContain('There was nothing to count.');
  });
});

describe('a turn', () => {
  it('is taken once, not before its time, and by one of two workers', async () => {
    const { id } = await save();
    await daily(id);
    expect(await send()).toBe(0);
    now = new Date(NOON + 3_600_000);
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await send()).toBe(0);
    now = new Date(NOON + 25 * 3_600_000);
    expect(await send()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  it('that was worked out for another zone comes at its local time in the account’s', async () => {
    const view = await save();
    await daily(view.id);
    const theirs = await scheduleView(deps(), publisher, {
      ...{ id: (await save(publisher)).id, version: 1 },
      ...{ every: 'month', weekday: null, time: '13:00' },
    });
    const { accountId } = advertiser;
    const inZone = async (zone: string) =>
      await database.db.updateTable('account').set({ time_zone: zone }).where('id', '=', accountId).execute();
    // As a migration changes it: nobody told the schedule.
    await inZone('America/New_York');
    now = new Date(NOON + 3_600_000);
    expect(await send()).toBe(0);
    now = new Date(Date.UTC(2026, 4, 13, 16, 59));
    expect(await send()).toBe(0);
    now = new Date(Date.UTC(2026, 4, 13, 17));
    expect([await send(), await send()]).toEqual([1, 0]);
    // Its time was earlier there: late, but not left out.
    await inZone('Asia/Tokyo');
    now = new Date(Date.UTC(2026, 4, 14, 17));
    expect(await send()).toBe(0);
    now = new Date(Date.UTC(2026, 4, 15, 4));
    expect([await send(), await send()]).toEqual([1, 0]);
    await inZone('UTC');
    expect(await listViews(database.db, publisher, 'publisher_report')).toEqual([theirs]);
  });

  it('that was missed is made up for once, as of its day', async () => {
    const { id } = await save();
    await daily(id);
    now = new Date(NOON + 5 * DAY_MS);
    expect([await send(), await send()]).toEqual([1, 0]);
    const { next_due_at: next, last_sent_at: last } = await database.db
      .selectFrom('view_schedule')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([next, last]).toEqual([new Date(NOON + 5 * DAY_MS + 3_600_000), now]);
    // 13:00 of the day before was the last turn.
    expect((await mails())[0]?.subject).toContain('– May 17, 2026');
  });

  it('that broke off is neither lost nor doubled', async () => {
    const { id } = await save();
    await daily(id);
    now = new Date(NOON + 3_600_000);
    const away = openingFails();
    await expect(sendDueViews({ ...deps(), analytics: away })).rejects.toThrow('could not be mailed');
    expect(await mails()).toEqual([]);
    now = new Date(NOON + 3_600_000 + FAILED_PAUSE_MS);
    expect([await send(), await send()]).toEqual([1, 0]);
  });

  it('that broke off late in the day is of its own day also after midnight', async () => {
    const { id } = await save();
    await scheduleView(deps(), advertiser, { id, version: 1, every: 'day', weekday: null, time: '23:59' });
    now = new Date(Date.UTC(2026, 4, 13, 23, 59));
    await expect(sendDueViews({ ...deps(), analytics: openingFails() })).rejects.toThrow('be mailed');
    now = new Date(now.getTime() + FAILED_PAUSE_MS);
    expect(await send()).toBe(1);
    expect((await mails())[0]?.subject).toContain('– May 13, 2026');
  });

  it('that a worker no longer begins, as it stops, is the next one’s', async () => {
    const { id } = await save();
    await daily(id);
    now = new Date(NOON + 3_600_000);
    expect(await sendDueViews(deps(), AbortSignal.abort())).toBe(0);
    expect(await send()).toBe(1);
  });

  it('that fails again and again keeps nobody else’s waiting, and comes after a pause', async () => {
    for (let count = 0; count < MOST_FAULTS; count += 1) {
      const { id } = await save(advertiser, { range: 'last7' }, `Broken ${count}`);
      await daily(id);
    }
    const other = await save(publisher, { range: 'last7' }, 'Whole');
    await daily(other.id, publisher);
    await sql`alter table mail_outbox add constraint broken check (subject not like 'Broken%')`.execute(
      database.db,
    );
    now = new Date(NOON + 3_600_000);
    await expect(send()).rejects.toThrow('could not be mailed');
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Whole/)]);
    now = new Date(NOON + 3_600_000 + FAILED_PAUSE_MS - 1);
    expect(await send()).toBe(0);
    await sql`alter table mail_outbox drop constraint broken`.execute(database.db);
    now = new Date(NOON + 3_600_000 + FAILED_PAUSE_MS);
    expect(await send()).toBe(MOST_FAULTS);
    const { rows } = await sql<{ next: Date }>`
      select distinct next_due_at as next from view_schedule`.execute(database.db);
    expect(rows).toEqual([{ next: new Date(NOON + 25 * 3_600_000) }]);
  });

  it('whose question is refused is told of once, until it was mailed or changed', async () => {
    const hours = { by: 'weekday', by2: 'hourOfDay', from: '2026-01-01', to: '2026-05-13' };
    const view = await save(advertiser, hours);
    await daily(view.id);
    const turn = async (day: number) => {
      now = new Date(NOON + 3_600_000 + day * DAY_MS);
      return await send();
    };
    const subjects = async () => (await mails()).map(({ subject }) => subject);
    const told = 'Your view “Wochenübersicht 7” could not be mailed';
    expect([await turn(0), await turn(1), await subjects()]).toEqual([0, 0, [told]]);
    const [mail] = await mails();
    const kept = await database.db.selectFrom('view_schedule').selectAll().executeTakeFirstOrThrow();
    expect([kept.last_sent_at, kept.refused_at]).toEqual([null, new Date(NOON + 3_600_000)]);
    expect(mail?.body_text).toContain('at most three months');
    expect(mail?.body_text).toContain(`${testDeps(database.db).publicUrl}/advertiser/statistics?by=weekday`);
    expect(mail?.unsubscribe_url).toContain('/unsubscribe?token=');
    const change = async (search: Record<string, string>, version: number) =>
      await updateView(deps(), advertiser, { id: view.id, version, search });
    await change({ range: 'last7' }, view.version + 1);
    expect(await turn(2)).toBe(1);
    await change(hours, view.version + 2);
    expect([await turn(3), await turn(4)]).toEqual([0, 0]);
    expect(await subjects()).toEqual([told, expect.stringContaining('May 15, 2026'), told]);
  });

  it('of an account that is suspended passes without a mail, one that lost the role is told of once', async () => {
    const { id } = await save();
    await daily(id);
    const set = async (status: 'active' | 'suspended') =>
      await database.db.updateTable('app_user').set({ status }).where('id', '=', advertiser.userId).execute();
    await set('suspended');
    now = new Date(NOON + 3_600_000);
    expect(await send()).toBe(0);
    await set('active');
    expect(await send()).toBe(0);
    await database.db.deleteFrom('account_role').where('account_id', '=', advertiser.accountId).execute();
    for (const hours of [25, 49]) {
      now = new Date(NOON + hours * 3_600_000);
      expect(await send()).toBe(0);
    }
    expect((await mails()).map(({ body_text: body }) => body)).toEqual([
      expect.stringContaining('its account is not shown these figures any more.'),
    ]);
    await database.db
      .insertInto('account_role')
      .values({ account_id: advertiser.accountId, role: 'advertiser' })
      .execute();
    now = new Date(NOON + 73 * 3_600_000);
    expect(await send()).toBe(1);
  });
});

it('is sent by hand at once, to oneself, and not again at a second press', async () => {
  const { id } = await save();
  await sendViewNow(deps(), advertiser, id);
  const [mail] = await mails();
  expect([mail?.subject, mail?.unsubscribe_url]).toEqual([
    'Wochenübersicht 7: May 7, 2026 – May 13, 2026',
    null,
  ]);
  expect((await refusalOf(sendViewNow(deps(), advertiser, id))).code).toBe('rate_limited');
  now = new Date(NOON + 30_000);
  await sendViewNow(deps(), advertiser, id);
  expect(await mails()).toHaveLength(2);
  expect((await refusalOf(sendViewNow(deps(), publisher, id))).code).toBe('not_found');
});

it.each([
  ['by hand', false],
  ['by hand', true],
  ['in its turn', false],
  ['in its turn', true],
])(
  'is sent %s without a transaction that waits for analytics; deleted meanwhile: %s',
  async (how, deleted) => {
    const { id } = await save();
    await daily(id);
    now = new Date(NOON + 3_600_000);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query: Analytics['client']['query'] = async (...question) => {
      asked.resolve();
      await answered.promise;
      return await analytics.client.query(...question);
    };
    const client = new Proxy(analytics.client, {
      get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
    });
    const slow = { ...deps(), analytics: { client } };
    const sending = how === 'by hand' ? sendViewNow(slow, advertiser, id) : sendDueViews(slow);
    await asked.promise;
    const { rows } = await sql`
    select from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and xact_start is not null
       and pid <> pg_backend_pid()`.execute(database.db);
    // Whoever looks meanwhile finds it taken.
    if (how === 'in its turn') expect(await send()).toBe(0);
    if (deleted) await database.db.deleteFrom('saved_view').where('id', '=', id).execute();
    answered.resolve();
    if (deleted && how === 'by hand') expect((await refusalOf(sending)).code).toBe('not_found');
    else await sending;
    expect([rows.length, (await mails()).length]).toEqual([0, deleted ? 0 : 1]);
  },
);

/** Analytics that nobody reaches. */
function openingFails(): Pick<Analytics, 'client'> {
  return {
    client: new Proxy(analytics.client, {
      get: () => () => {
        throw new Error('analytics is away');
      },
    }),
  };
}
