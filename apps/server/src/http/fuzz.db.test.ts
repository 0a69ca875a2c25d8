import { traverseContractProcedures } from '@orpc/server';
import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';
import { ROLES } from '@placard/domain/roles';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorsOf } from './openapi/operation-errors.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const operations: { method: Method; path: string; fields: string[]; codes: readonly string[] }[] = [];
traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
  const { route, inputSchema, meta } = procedure['~orpc'];
  const { access } = meta as OperationMeta;
  const shape =
    inputSchema !== undefined && 'shape' in inputSchema ? Object.keys(inputSchema.shape ?? {}) : [];
  // Signing out would end the session that the next calls are made with.
  if (route.path === '/auth/logout' || access === undefined) return;
  const method = (route.method ?? 'POST') as Method;
  const codes = errorsOf({
    name: path.join('.'),
    method,
    path: route.path ?? '',
    meta: meta as OperationMeta,
    takesInput: inputSchema !== undefined,
    takesVersion: shape.includes('version'),
  });
  operations.push({ method, path: route.path ?? '', fields: shape, codes });
});

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await createTestApi();
  ({ token } = await api.user({ roles: [...ROLES] }));
});
afterAll(async () => {
  await api.close();
});

const nasty = fc.constantFrom<unknown>(
  null,
  '',
  '\u0000',
  '\ud800',
  "'; drop table app_user; --",
  '%_\\',
  '../../etc/passwd',
  -1,
  0,
  1,
  2 ** 31,
  2 ** 53,
  1e308,
  0.1,
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '275760-09-14',
  'NaN',
  true,
  [],
  {},
  [null],
  { toString: 1 },
  'x'.repeat(5_000),
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
);

const textOf = (each: unknown) => (typeof each === 'string' ? each : (JSON.stringify(each) ?? ''));

it('no input makes the API fail, or refuse by what is not documented of the operation', async () => {
  const call = fc.record({
    operation: fc.constantFrom(...operations),
    values: fc.array(value, { minLength: 8, maxLength: 8 }),
    asId: fc.constantFrom('1', '0', '-1', 'x', '%00', '%ff', '2147483648', '1e3', '..%2f'),
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ operation, values, asId }) => {
      const { method, fields } = operation;
      const path = operation.path.replace(/\{[^}]+\}/g, asId);
      const input = Object.fromEntries(fields.map((field, index) => [field, values[index % values.length]]));
      const query = new URLSearchParams(
        Object.entries(input).map(([name, each]): [string, string] => [name, textOf(each)]),
      );
      const answer = await api.call(method, method === 'GET' ? `${path}?${query}` : path, {
        token,
        headers: { 'idempotency-key': 'key' },
        ...(method === 'GET' ? {} : { body: input }),
      });
      expect({ ...operation, status: answer.status }).not.toMatchObject({ status: 500 });
      // What can be refused is documented of each operation.
      if (answer.status >= 400) {
        const { code } = answer.error ?? {};
        expect([method, operation.path, code, operation.codes.includes(code ?? '')]).toEqual([
          ...[method, operation.path, code, true],
        ]);
      }
    }),
    { numRuns: 1_000 },
  );
});
