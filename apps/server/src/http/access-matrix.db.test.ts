import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import { KEY_SCOPES, type KeyScope } from '@placard/domain/account/api-key';
import { MEMBER_ROLES, ROLES } from '@placard/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveKey } from './testing/give-key.ts';
import { guarded, type Operation, operations } from './testing/guarded-operations.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

let api: TestApi;
const users = new Map<string, TestUser>();

beforeAll(async () => {
  api = await createTestApi();
  for (const role of ROLES) users.set(role, await api.user({ roles: [role] }));
  users.set('none', await api.user({ roles: [] }));
  users.set('inactive', await api.user({ roles: ROLES, status: 'inactive' }));
  users.set('suspended', await api.user({ roles: ROLES, status: 'suspended' }));
});
afterAll(async () => {
  await api.close();
});

/** The answer to an operation called with an empty input, as [status, error body]. */
async function outcome(operation: Operation, token: string | undefined, headers = {}) {
  const body = operation.method === 'GET' ? {} : { body: {} };
  const answer = await api.call(operation.method, operation.path, { token, headers, ...body });
  return { status: answer.status, error: answer.error };
}

const refusal = (code: keyof typeof ERROR_CATALOGUE) => {
  const { status, message } = ERROR_CATALOGUE[code];
  return { status, error: { code, message } };
};

describe.each(guarded)('$name', (operation) => {
  const { access, denied } = operation.meta;

  it('is refused to whoever is signed out, made up a token, or is not verified', async () => {
    for (const token of [undefined, 'made-up', users.get('inactive')?.token]) {
      expect(await outcome(operation, token)).toEqual(refusal('unauthenticated'));
    }
  });

  it('is refused to suspended accounts', async () => {
    expect(await outcome(operation, users.get('suspended')?.token)).toEqual(refusal('account_suspended'));
  });

  // Where being signed in is enough there is no other role; calling them all would sign everybody out.
  if (access === 'signedIn') return;
  it('is refused to all other roles, and reaches its own', async () => {
    for (const role of [...ROLES, 'none']) {
      const found = await outcome(operation, users.get(role)?.token);
      if ((access as readonly string[]).includes(role)) expect([401, 403, 500]).not.toContain(found.status);
      else expect([role, found]).toEqual([role, refusal(denied ?? 'forbidden')]);
    }
  });
});

it('refuses everything but setting it up to who has to set up a second factor first', async () => {
  const settings = api.deps.db.updateTable('network_settings');
  await settings.set({ totp_required: 'everybody' }).execute();
  for (const operation of guarded) {
    if (operation.meta.whileEnrolling === true) continue;
    for (const role of ROLES) {
      const found = await outcome(operation, users.get(role)?.token);
      expect([operation.name, found]).toEqual([operation.name, refusal('totp_enrolment_required')]);
    }
  }
  await settings.set({ totp_required: 'nobody' }).execute();
  const open = guarded.filter(({ meta }) => meta.whileEnrolling === true).map(({ name }) => name);
  expect(open).toEqual(['auth.logout', 'auth.profile', 'auth.beginTotp', 'auth.confirmTotp']);
});

it('lets anybody call what is public', async () => {
  for (const operation of operations.filter(({ meta }) => meta.access === 'public')) {
    const found = await outcome(operation, 'made-up');
    expect([operation.name, found.status]).not.toEqual([operation.name, 401]);
    expect(found.status).toBeLessThan(500);
  }
});

it('asks for an Idempotency-Key wherever money moves', async () => {
  const moving = operations.filter(({ meta }) => meta.idempotent === 'required');
  expect(moving.length).toBeGreaterThan(0);
  for (const operation of moving) {
    const [role] = operation.meta.access;
    const found = await outcome(operation, users.get(role ?? '')?.token);
    expect(found).toEqual(refusal('idempotency_key_required'));
  }
});

/** Of what is not about an advertiser or a publisher, all that a key may look at; it changes only how documents name the account. */
const READ_BY_KEYS = [
  ...['accounts.team', 'auth.profile', 'billingDetails.read', 'notices.list', 'notices.unread'],
  // What lists and reports tell a key that reads anyway.
  ...['notices.preferences', 'records.findOwn', 'views.list'],
];
const MONEY = ['billing', 'cards', 'payments', 'selfBilling'];

/** The scope that opens an operation, as the guide of the keys says; null: none does. */
function scopeOf({ name, method, meta: { access } }: Operation): KeyScope | null {
  if (name === 'billingDetails.save') return 'money';
  if (name.startsWith('webhooks.')) return method === 'GET' ? 'read' : 'work';
  if (access === 'signedIn' || access === 'public') return READ_BY_KEYS.includes(name) ? 'read' : null;
  if (access.includes('operator')) return null;
  if (method === 'GET') return 'read';
  return MONEY.includes(name.split('.')[0] ?? '') ? 'money' : 'work';
}

describe('an API key', () => {
  it('of one scope reaches what that opens, and nothing else of all operations', async () => {
    const maker = await api.user({ roles: ROLES });
    const reached: Record<KeyScope, number> = { read: 0, work: 0, money: 0 };
    for (const scope of KEY_SCOPES) {
      const key = await giveKey(api, maker, [scope]);
      for (const operation of guarded) {
        const needed = scopeOf(operation);
        const found = await outcome(operation, key);
        if (needed === scope) {
          expect([operation.name, [401, 403, 500].includes(found.status)]).toEqual([operation.name, false]);
          reached[scope] += 1;
        } else if (needed === null)
          expect([operation.name, found]).toEqual([operation.name, refusal('key_denied')]);
        else {
          expect([operation.name, found.error?.code]).toEqual([operation.name, 'key_scope_missing']);
          expect(found.status).toBe(403);
        }
      }
    }
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(10);
  });

  it('of every scope does no more than its maker, nor for another account', async () => {
    const owner = await api.user({ roles: ['advertiser', 'publisher'] });
    const headers = { 'placard-account': String(owner.accountId) };
    const reachable = guarded.filter((operation) => scopeOf(operation) !== null);
    for (const role of MEMBER_ROLES.filter((each) => each !== 'owner')) {
      const maker = await api.user({ roles: [...ROLES] });
      await api.deps.db
        .insertInto('account_member')
        .values({ account_id: owner.accountId, user_id: maker.id, role })
        .execute();
      const key = await giveKey(api, { id: maker.id, accountId: owner.accountId }, KEY_SCOPES);
      for (const operation of reachable) {
        const mayMaker = await outcome(operation, maker.token, headers);
        const mayKey = await outcome(operation, key);
        expect([role, operation.name, mayKey.error]).toEqual([role, operation.name, mayMaker.error]);
        const elsewhere = await outcome(operation, key, { 'placard-account': String(maker.accountId) });
        expect([operation.name, elsewhere]).toEqual([operation.name, refusal('not_a_member')]);
      }
    }
  });

  it('of a suspended account, or made up, reaches nothing', async () => {
    const maker = await api.user({ roles: ROLES, status: 'suspended' });
    const key = await giveKey(api, maker, KEY_SCOPES);
    for (const operation of guarded) {
      const found = [await outcome(operation, key), await outcome(operation, `pk_${'A'.repeat(43)}`)];
      expect([operation.name, found]).toEqual([
        operation.name,
        [refusal('account_suspended'), refusal('unauthenticated')],
      ]);
    }
  });
});
