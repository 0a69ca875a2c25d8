import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';
import { type Draw, plausible } from '@placard/contract/testing/made-inputs';
import type { Place } from '@placard/contract/testing/walk-schemas';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { KEY_SCOPES } from '@placard/domain/account/api-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeGateway } from '../gateways/stripe-gateway.ts';
import { giveKey } from './testing/give-key.ts';
import { giveEverything, type Owned, type OwnedIds, rowsOf } from './testing/owned-records.ts';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from './testing/test-api.ts';

type Schema = Place['schema'];
type Operation = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly input: Schema;
  /** Field of the input → what it names. */
  readonly places: Readonly<Record<string, Owned>>;
};

/** What stands before a number in a path says of what it is. */
const OF_SEGMENT: Readonly<Record<string, Owned>> = {
  sessions: 'session',
  invitations: 'invitation',
  members: 'user',
  'api-keys': 'apiKey',
  campaigns: 'campaign',
  'ad-sets': 'adSet',
  creatives: 'creative',
  deposits: 'deposit',
  invoices: 'invoice',
  'payment-methods': 'card',
  websites: 'website',
  widgets: 'widget',
  withdrawals: 'payout',
  profiles: 'profile',
  notices: 'notice',
  views: 'view',
  webhooks: 'webhook',
  deliveries: 'delivery',
  passkeys: 'passkey',
  links: 'signInLink',
  export: 'dataExport',
  documents: 'selfBilling',
};
const OF_FIELD: Readonly<Record<string, Owned>> = {
  campaignId: 'campaign',
  adSetId: 'adSet',
  adSetIds: 'adSet',
  websiteId: 'website',
  widgetId: 'widget',
  creativeId: 'creative',
  withoutCreativeId: 'creative',
  cardId: 'card',
  profileId: 'profile',
  userId: 'user',
};
/** What its path does not say. */
const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, Owned>>>> = {
  'accounts.setHome': { id: 'account' },
};
/** Beside the numbers only what is taken: else it would be refused before anybody asks whose they are. */
const GIVEN: Readonly<Record<string, unknown>> = {
  ...{ version: 1, currentPassword: PASSWORD, from: '2026-03-01', to: '2026-03-09' },
  ...{ startDate: '2026-03-20', endDate: null, amount: 100, gateway: 'stripe', saveCard: undefined },
};
const NOBODYS = 2_147_483_647;
/** Inputs that are made before it is given up to find one that the schema takes. */
const TRIES = 60;

function shapeOf(input: Schema | undefined): Readonly<Record<string, unknown>> {
  const def = input?.def as { shape?: Record<string, unknown>; in?: Schema; innerType?: Schema } | undefined;
  return def?.shape ?? ((def?.in ?? def?.innerType) ? shapeOf(def?.in ?? def?.innerType) : {});
}

/** Every operation of accounts that names something by its number. */
const operations: Operation[] = Object.entries(contract).flatMap(([group, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    const { route, meta, inputSchema } = procedure['~orpc'];
    const { access } = meta as OperationMeta;
    if (access === 'public' || (access !== 'signedIn' && access.includes('operator'))) return [];
    const path = route.path ?? '';
    const input = inputSchema as Schema | undefined;
    const places: Record<string, Owned> = {};
    for (const [, segment = '', field = ''] of path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)) {
      const owned = OF_SEGMENT[segment];
      if (owned !== undefined) places[field] = owned;
    }
    Object.assign(places, OF_OPERATION[`${group}.${name}`]);
    for (const field of Object.keys(shapeOf(input))) {
      const owned = field === 'ids' ? OF_SEGMENT[group] : OF_FIELD[field];
      if (owned !== undefined) places[field] ??= owned;
    }
    if (input === undefined || Object.keys(places).length === 0) return [];
    return [
      {
        name: `${group}.${name}`,
        method: (route.method ?? 'POST') as Operation['method'],
        path,
        input,
        places,
      },
    ];
  }),
);

let api: TestApi;
let owner: TestUser;
let owned: OwnedIds;
let other: TestUser;
let others: OwnedIds;
const callers = new Map<string, { token: string; headers?: Readonly<Record<string, string>> }>();

beforeAll(async () => {
  // No card gateway answers, nor do reports: what narrows one to somebody else's is judged before anybody is asked.
  const cards = stripeGateway({
    secretKey: 'x',
    webhookSecret: 'x',
    apiUrl: 'http://127.0.0.1:9',
    retries: 0,
  });
  api = await createTestApi({ cards });
  const roles = ['advertiser', 'publisher'] as const;
  owner = await api.user({ roles });
  other = await api.user({ roles });
  owned = await giveEverything(api.pool, owner);
  others = await giveEverything(api.pool, other);
  const both = await api.user({ roles: ['advertiser', 'publisher', 'operator'] });
  const manager = await api.user({ roles });
  await api.pool.query("insert into account_member (account_id, user_id, role) values ($1, $2, 'manager')", [
    other.accountId,
    manager.id,
  ]);
  callers.set('another account of both roles', { token: other.token });
  callers.set('an operator with both roles', { token: both.token });
  callers.set("another account's manager", {
    token: manager.token,
    headers: { 'placard-account': String(other.accountId) },
  });
  callers.set("another account's key of all scopes", { token: await giveKey(api, other, KEY_SCOPES) });
});
afterAll(async () => await api.close());

/** What is asked is the same each time. */
function drawOf(seed: number): Draw {
  const next = seededRandom(seed);
  const between = (least: number, most: number) => Math.floor(least + next() * (most - least + 1));
  return {
    chance: (probability) => next() < probability,
    between,
    oneOf: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
  };
}

/** An input that its schema takes, with these numbers in its places; null: none was found. */
function inputWith(
  operation: Operation,
  numbers: Readonly<Record<string, number>>,
): Record<string, unknown> | null {
  const draw = drawOf(7);
  const isList = (field: string) => field === 'ids' || field === 'adSetIds';
  const given = Object.fromEntries(
    Object.entries(numbers).map(([field, number]) => [
      field,
      isList(field) ? [number] : field === 'deliveryId' ? String(number) : number,
    ]),
  );
  const taken = Object.entries(GIVEN).filter(([field]) => field in shapeOf(operation.input));
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const made = {
      ...(plausible(operation.input, draw) as Record<string, unknown>),
      ...{ ...Object.fromEntries(taken), ...given },
    };
    if (operation.input.safeParse(made).success) return made;
    const asText = { ...made, ids: String(numbers.ids ?? '') };
    if ('ids' in numbers && operation.input.safeParse(asText).success) return asText;
  }
  return null;
}

let calls = 0;
async function ask(
  operation: Operation,
  input: Record<string, unknown>,
  caller: { token: string; headers?: object },
) {
  const rest = { ...input };
  const path = operation.path.replaceAll(/\{\+?(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  calls += 1;
  const { status, data, error } = await api.call(
    operation.method,
    operation.method === 'GET' ? `${path}?${query}` : path,
    {
      token: caller.token,
      headers: { ...caller.headers, 'idempotency-key': `cell-${calls}` },
      ...(operation.method === 'GET' ? {} : { body: rest }),
    },
  );
  return { status, data, error };
}

/** All places at once, and each alone with the caller's own in the others. */
function variantsOf(operation: Operation, of: (owned: Owned) => number): Readonly<Record<string, number>>[] {
  const fields = Object.entries(operation.places);
  const all = Object.fromEntries(fields.map(([field, what]) => [field, of(what)]));
  if (fields.length === 1) return [all];
  const own = Object.fromEntries(fields.map(([field, what]) => [field, others[what]]));
  return [all, ...fields.map(([field]) => ({ ...own, [field]: all[field] ?? 0 }))];
}

it('another account’s records are to everybody else as if they were not there, over every operation that names one', async () => {
  const before = await rowsOf(api.pool, owned);
  const counts = { cells: 0, notFound: 0, otherwise: 0, withoutInput: [] as string[] };
  const leaks: unknown[] = [];
  const judged = new Set<string>();
  for (const operation of operations) {
    const theirs = variantsOf(operation, (what) => owned[what]);
    const nobodys = variantsOf(operation, () => NOBODYS);
    for (const [variant, numbers] of theirs.entries()) {
      const foreign = inputWith(operation, numbers);
      const missing = inputWith(operation, nobodys[variant] ?? {});
      if (foreign === null || missing === null) {
        counts.withoutInput.push(operation.name);
        continue;
      }
      for (const [who, caller] of callers) {
        const expected = await ask(operation, missing, caller);
        const found = await ask(operation, foreign, caller);
        counts.cells += 1;
        if (found.status === 404 || found.status === 200) judged.add(operation.name);
        if (found.status === 404) counts.notFound += 1;
        else counts.otherwise += 1;
        if (JSON.stringify(found) !== JSON.stringify(expected))
          leaks.push({ operation: operation.name, who, numbers, found, expected });
      }
    }
  }
  process.stdout.write(
    `isolation: ${operations.length} operations that name a record, ${counts.cells} cells (${counts.notFound} not found, ` +
      `${counts.otherwise} refused or empty otherwise), ${leaks.length} leaks; without an input: ${counts.withoutInput.join(', ') || 'none'}\n`,
  );
  expect(leaks).toEqual([]);
  expect(counts.withoutInput).toEqual([]);
  // Refused for what else it says, or unanswered, a call tells nothing of whose things they are. Of this one analytics alone knows.
  const untold = operations.map(({ name }) => name).filter((name) => !judged.has(name));
  expect(untold).toEqual(['reports.publisherFiltered']);
  expect(await rowsOf(api.pool, owned)).toEqual(before);
  expect(counts.cells).toBeGreaterThan(250);
});

it('the same numbers open the same records to their owner', async () => {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const [numbers = {}] = variantsOf(operation, (what) => owned[what]);
    const found = await ask(operation, inputWith(operation, numbers) ?? {}, owner);
    expect([operation.name, found.error?.code]).not.toEqual([operation.name, 'not_found']);
  }
});
