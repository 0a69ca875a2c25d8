import { memberMay } from '@placard/domain/account/member';
import type { MemberRole } from '@placard/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CardWorld } from '../features/billing/card-payments/testing/card-world.ts';
import { AUDITED, type AuditedCall } from './testing/audited-calls.ts';
import { type Operation, operations } from './testing/guarded-operations.ts';
import { type Change, changesBetween, readWatched, watchedTables } from './testing/money-and-status.ts';
import type { TestUser } from './testing/test-api.ts';
import { WITHOUT_MONEY_OR_STATUS } from './testing/without-money-or-status.ts';

// Whoever changes money or a status is in the audit log: who, for which account, from where, what it was and what it is. What changed is read from
// the database itself, so that an operation cannot change what nobody thought of.

const ADDRESS = '203.0.113.9';
const BROWSER = 'Auditor/1.0';

let world: CardWorld;
let tables: Awaited<ReturnType<typeof watchedTables>>;
const members = new Map<MemberRole, TestUser>();

beforeAll(async () => {
  world = await CardWorld.open();
  world.advertiser = await world.api.user({ roles: ['advertiser', 'publisher'] });
  members.set('owner', world.advertiser);
  for (const role of ['manager', 'finance'] as const) {
    const user = await world.api.user({ roles: [] });
    await world.api.deps.db
      .insertInto('account_member')
      .values({ account_id: world.advertiser.accountId, user_id: user.id, role })
      .execute();
    members.set(role, user);
  }
  tables = await watchedTables(world.api);
});
afterAll(async () => {
  await world.close();
});

const changing = operations.filter(({ method }) => method !== 'GET');

it('every operation that changes something is called here, or changes neither money nor a status', () => {
  const names = changing.map(({ name }) => name);
  expect(names.filter((name) => !(name in AUDITED) && !(name in WITHOUT_MONEY_OR_STATUS))).toEqual([]);
  expect(
    [...Object.keys(AUDITED), ...Object.keys(WITHOUT_MONEY_OR_STATUS)].filter(
      (name) => !names.includes(name),
    ),
  ).toEqual([]);
  expect(Object.keys(AUDITED).filter((name) => name in WITHOUT_MONEY_OR_STATUS)).toEqual([]);
});

/** Who may: of the network the operator, of an account its owner and the members with that right. */
function callersOf({ meta }: Operation): TestUser[] {
  if (meta.access.includes('operator')) return [world.operator];
  const { part } = meta;
  const roles = [...members.keys()].filter((role) => part !== undefined && memberMay(role, part));
  return roles.flatMap((role) => members.get(role) ?? []);
}

type Row = {
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly actor_user_id: number | null;
  readonly actor_account_id: number | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
};

async function rowsSince(id: bigint): Promise<Row[]> {
  const rows = await world.api.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    subject: `${row.subject_kind} ${row.subject_id}`,
    detail: row.detail as Row['detail'],
  }));
}

async function lastRow(): Promise<bigint> {
  const row = await world.api.deps.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0n;
}

async function perform(operation: Operation, { ids = [], body = {} }: AuditedCall, caller: TestUser) {
  const left = [...ids];
  const path = operation.path.replaceAll('2147483647', () => String(left.shift()));
  return await world.api.call(operation.method, path, {
    token: caller.token,
    body,
    ip: ADDRESS,
    headers: {
      'user-agent': BROWSER,
      'idempotency-key': crypto.randomUUID(),
      ...(caller === world.operator ? {} : { 'placard-account': String(world.advertiser.accountId) }),
    },
  });
}

/** Under which subjects a change may stand: the row's own, or that of what it is a part of. */
function subjectsOf({ table, id, before, after }: Change): string[] {
  const row = after ?? before ?? {};
  switch (table) {
    case 'app_user':
      return [`user ${id}`];
    // Its owner is who was suspended.
    case 'account':
      return ['user', `account ${id}`];
    case 'account_closing':
      return [`account ${id}`];
    // An ad set's edit takes its campaign's approval away, and says so.
    case 'campaign':
      return [`campaign ${id}`, 'ad_set'];
    case 'ad_set':
      return [`ad_set ${id}`, `campaign ${row.campaign_id}`];
    case 'creative':
      return [`creative ${id}`];
    case 'money_correction':
      return [`correction ${id}`];
    case 'deposit_refund':
      return [`deposit ${row.deposit_id}`];
    case 'payment_method':
      return [`card ${id}`];
    case 'publisher_settings':
      return [`account ${id}`];
    case 'webhook_endpoint':
      return [`webhook ${id}`];
    case 'payout_export':
      return ['payout null'];
    case 'network_settings':
    case 'payout_settings':
      return ['settings null'];
    default:
      return [`${table} ${id}`];
  }
}

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

/** What is wrong with how a change stands in the log. */
function faultOf(change: Change, rows: readonly Row[]): string | null {
  const subjects = subjectsOf(change);
  const about = rows.filter(({ subject }) =>
    subjects.some((each) => subject === each || (!each.includes(' ') && subject.startsWith(`${each} `))),
  );
  if (about.length === 0) return `${change.table} ${change.id} changed without a row`;
  const { before, after } = change;
  if (before === null || after === null) return null;
  if (before.status !== after.status) {
    const told = about.some(({ detail }) => {
      const status = detail.status ?? detail.campaignStatus;
      return isChange(status) && status.before === before.status && status.after === after.status;
    });
    return told ? null : `${change.table} ${change.id}: ${before.status} → ${after.status} is not told`;
  }
  return about.some(({ detail }) => Object.values(detail).some(isChange))
    ? null
    : `${change.table} ${change.id}: not what it was and is`;
}

describe.each(changing.filter(({ name }) => name in AUDITED))('$name', (operation) => {
  it('leaves a row of each who may, with member, account, address, before and after', async () => {
    const callers = callersOf(operation);
    expect(callers.length).toBeGreaterThan(0);
    for (const caller of callers) {
      const calls = await AUDITED[operation.name]?.(world);
      for (const call of [calls ?? []].flat()) {
        const [before, last] = [await readWatched(world.api, tables), await lastRow()];
        const answer = await perform(operation, call, caller);
        expect([answer.status, answer.error]).toEqual([200, undefined]);
        const rows = await rowsSince(last);
        expect(rows.length).toBeGreaterThan(0);
        const changes = changesBetween(before, await readWatched(world.api, tables));
        expect(changes.map((change) => faultOf(change, rows)).filter((fault) => fault !== null)).toEqual([]);
        for (const row of rows.filter(({ actor_user_id: id }) => id !== null)) {
          expect(row).toMatchObject({ actor_user_id: caller.id, ip: ADDRESS, user_agent: BROWSER });
          const accountId = caller === world.operator ? null : world.advertiser.accountId;
          expect(row.actor_account_id).toBe(accountId);
        }
        expect(rows.some(({ actor_user_id: id }) => id === caller.id)).toBe(true);
      }
    }
  });
});
