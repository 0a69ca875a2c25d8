import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withRequest } from '../../api/current-request.ts';
import type { Actor } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { createActor, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import type { AuditFilters } from './audit-filters.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { type AuditEntry, differencesOf, writeAudit } from './write-audit.ts';

let database: TestDatabase;
let deps: TestDeps;
let operator: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});

type Line = {
  readonly name: string;
  readonly actor?: Actor;
  readonly account?: number;
  readonly as?: AuditEntry['actorKind'];
  readonly action?: string;
  readonly kind?: string;
  readonly id?: number;
  readonly at?: string;
};

/** A line like any other but for what is said of it. */
async function line(of: Actor, { name, ...other }: Line): Promise<void> {
  await writeAudit(database.db, {
    actorUserId: (other.actor ?? of).userId,
    actorAccountId: other.account ?? of.accountId,
    actorKind: other.as ?? 'publisher',
    action: other.action ?? 'buoy.lay',
    subjectKind: other.kind ?? 'buoy',
    subjectId: other.id ?? 1,
    detail: { name },
    at: new Date(other.at ?? '2026-05-10T00:00:00Z'),
  });
}

it('keeps to each filter by itself, and to days of the clock of who asks', async () => {
  const [ada, grace] = [await createActor(database.db, ['publisher']), await createActor(database.db, [])];
  for (const other of [
    { name: 'kind', kind: 'berth' },
    { name: 'id', id: 2 },
    { name: 'actor', actor: grace },
    { name: 'as', as: 'advertiser' },
    { name: 'action', action: 'buoy.lift' },
    { name: 'account', account: grace.accountId },
    { name: 'before', at: '2026-05-09T23:59:59.999Z' },
    { name: 'after', at: '2026-05-11T00:00:00Z' },
    { name: 'all' },
  ] as const)
    await line(ada, other);
  const day = { from: '2026-05-10', to: '2026-05-10' };
  const all = {
    ...{ subjectKind: 'buoy', subjectId: 1, actor: ada.userId, actorKind: 'publisher', action: 'lay' },
    ...{ account: ada.accountId, ...day },
  } satisfies AuditFilters;
  const names = async (filters: AuditFilters, timeZone = 'UTC') => {
    const { items } = await listAudit(deps, { timeZone }, { ...filters, limit: 50 });
    return items.map(({ detail }) => detail.name);
  };
  expect(await names(all)).toEqual(['all']);
  for (const [filter, name] of [
    ['subjectKind', 'kind'],
    ['subjectId', 'id'],
    ['actor', 'actor'],
    ['actorKind', 'as'],
    ['action', 'action'],
    ['account', 'account'],
    ['from', 'before'],
    ['to', 'after'],
  ] as const) {
    const { [filter]: _without, ...others } = all;
    expect([filter, await names(others)]).toEqual([filter, ['all', name]]);
  }
  expect(await names(all, 'Asia/Tokyo')).toEqual(['all', 'before']);
  // What is searched is looked for among what is the account's.
  const { items } = await listAudit(deps, operator, { account: grace.accountId, search: 'buoy.', limit: 50 });
  expect(items.map(({ detail }) => detail.name)).toEqual(['account']);
  const turned = { from: '2026-05-11', to: '2026-05-10' };
  const make: MakeDocument = async () => expect.fail('was expected to be refused');
  const refused = { code: 'invalid_input', issues: [{ path: 'to', code: 'end_date_before_start' }] };
  expect(await refusalOf(listAudit(deps, operator, { ...turned, limit: 1 }))).toMatchObject(refused);
  expect(await refusalOf(exportAudit(deps, operator, turned, make))).toMatchObject(refused);
});

it('names who acted and for whom, also of a call that acts for another account', async () => {
  const [ada, grace] = [await createActor(database.db, ['publisher']), await createActor(database.db, [])];
  const origin = { ip: '192.0.2.1', userAgent: 'x', accountId: grace.accountId, apiKeyId: null };
  await withRequest(origin, async () => await line(ada, { name: 'of the call', kind: 'pontoon' }));
  await database.pool.query("update app_user set first_name = '', last_name = ' ' where id = $1", [
    grace.userId,
  ]);
  await line(grace, { name: 'as an operator', kind: 'pontoon', as: 'operator' });
  await line(grace, { name: 'without a name', kind: 'pontoon' });
  const { items } = await listAudit(deps, operator, { subjectKind: 'pontoon', limit: 50 });
  const { rows } = await database.pool.query<{ email: string }>('select email from app_user where id = $1', [
    grace.userId,
  ]);
  const email = rows[0]?.email;
  expect(items.map(({ actor, account }) => [actor, account])).toEqual([
    [email, { id: grace.accountId, name: email }],
    [email, null],
    [
      expect.stringMatching(/^Ada Number /),
      { id: ada.accountId, name: expect.stringMatching(/^Ada Number /) },
    ],
  ]);
});

it('begins with the newest of what an account did and of what was done to it', async () => {
  const ada = await createActor(database.db, ['publisher']);
  const ofHers = { kind: 'account', id: ada.accountId, actor: operator, account: operator.accountId };
  for (const name of ['one', 'two']) await line(ada, { name });
  for (const name of ['three', 'four']) await line(ada, { name, ...ofHers });
  const { items } = await listAudit(deps, operator, { account: ada.accountId, limit: 1 });
  expect(items.map(({ detail }) => detail.name)).toEqual(['four']);
});

it('says of what was changed what it was and what it is, of sums and of what has parts too', () => {
  const before = { floor: 5n, days: [1, 2], name: 'Quay', cap: null as bigint | null };
  expect(differencesOf(before, { ...before, days: [1, 2] })).toEqual({});
  expect(differencesOf(before, { ...before, floor: 6n, days: [2, 1], cap: 5n })).toEqual({
    floor: { before: 5n, after: 6n },
    days: { before: [1, 2], after: [2, 1] },
    cap: { before: null, after: 5n },
  });
});
