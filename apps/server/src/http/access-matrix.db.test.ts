import { traverseContractProcedures } from '@orpc/server';
import { contract } from '@placard/contract/contract';
import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import type { OperationMeta } from '@placard/contract/operation';
import { ROLES } from '@placard/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Operation = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly meta: OperationMeta;
};

const operations: Operation[] = [];
traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
  const { route, meta } = procedure['~orpc'];
  operations.push({
    name: path.join('.'),
    method: (route.method ?? 'POST') as Method,
    // Ids that do not exist: who may not call is told so before anything is looked for.
    path: (route.path ?? '').replace(/\{[^}]+\}/g, '2147483647'),
    meta: meta as OperationMeta,
  });
});

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
async function outcome(operation: Operation, token: string | undefined) {
  const body = operation.method === 'GET' ? {} : { body: {} };
  const answer = await api.call(operation.method, operation.path, { token, ...body });
  return { status: answer.status, error: answer.error };
}

const refusal = (code: keyof typeof ERROR_CATALOGUE) => {
  const { status, message } = ERROR_CATALOGUE[code];
  return { status, error: { code, message } };
};

const guarded = operations.filter(({ meta }) => meta.access !== 'public');

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
