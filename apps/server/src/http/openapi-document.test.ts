import type { OperationMeta } from '@placard/contract/operation';
import { KEY_SCOPES } from '@placard/domain/account/api-key';
import { GIVEN_MEMBER_ROLES } from '@placard/domain/account/member';
import type { Role } from '@placard/domain/roles';
import { expect, it } from 'vitest';
import { authorise, type Caller } from '../api/access.ts';
import { AppError } from '../api/app-error.ts';
import { errorsOf } from './openapi/operation-errors.ts';
import { openApiJson } from './openapi-document.ts';
import { operations } from './testing/guarded-operations.ts';

/** Takes a second to make. */
const made = openApiJson();
const read = async () => JSON.parse(await made);

/** Paths of the document at which a schema says nothing, or that nothing fits it. */
function emptySchemas(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries = Object.entries(node);
  // Free-form content: `additionalProperties: {}` says anything, and means it.
  const isFree = path.endsWith('.additionalProperties') || path.endsWith('.examples.0');
  const isEmpty = !Array.isArray(node) && entries.length === 0 && !isFree && !path.endsWith('.properties');
  const isNothing =
    'not' in node || ('anyOf' in node && Array.isArray(node.anyOf) && node.anyOf.length === 0);
  return [
    ...(isEmpty || isNothing ? [path] : []),
    ...entries.flatMap(([key, inner]) => emptySchemas(inner, `${path}.${key}`)),
  ];
}

it('says of every field what it may be, and of every file its media type', async () => {
  const document = await read();
  expect([...emptySchemas(document.paths), ...emptySchemas(document.components.schemas)]).toEqual([]);
  const types: string[] = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, { responses: Record<string, { content?: object }> }>).flatMap(
      ({ responses }) => Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {})),
    ),
  );
  expect([...new Set(types)].sort()).toEqual([
    ...['application/json', 'application/pdf', 'application/vnd.apache.parquet', 'application/xml'],
    ...['application/zip', 'text/csv'],
  ]);
  const notices: { properties: { kind: { const: string }; data: { $ref: string } } }[] =
    document.components.schemas.NoticesList.properties.items.items.anyOf;
  const complete = notices.find(({ properties }) => properties.kind.const === 'payout.complete');
  const reference = complete?.properties.data.$ref.split('/').at(-1) ?? '';
  expect(document.components.schemas[reference].required).toContain('amount');
});

it('finds what is empty', () => {
  expect(emptySchemas({ a: { not: {} }, b: { additionalProperties: {} }, c: [{ anyOf: [] }] })).toEqual([
    ...['.a', '.a.not', '.c.0'],
  ]);
});

it('says of every operation whether a session or a key opens it, and by which scope', async () => {
  const document = await read();
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey']);
  const securityOf = (method: string, path: string) => document.paths[path][method].security;
  expect(securityOf('post', '/auth/login')).toEqual([]);
  expect(securityOf('get', '/advertiser/campaigns')).toEqual([{ session: [] }, { apiKey: ['read'] }]);
  expect(securityOf('post', '/advertiser/campaigns')).toEqual([{ session: [] }, { apiKey: ['work'] }]);
  expect(securityOf('post', '/publisher/payment/profiles')).toEqual([{ session: [] }, { apiKey: ['money'] }]);
  expect(securityOf('put', '/auth/password')).toEqual([{ session: [] }]);
  expect(securityOf('get', '/operator/audit')).toEqual([{ session: [] }]);
  expect(document.paths['/api-keys'].get.description).toContain('Not by API key.');
});

it('says of what is public that a look at an account only reads there, where it changes something', () => {
  const facts = {
    name: 'auth.config',
    path: '/auth/config',
    takesInput: false,
    takesVersion: false,
  } as const;
  const of = (method: string) => errorsOf({ ...facts, method, meta: { access: 'public' } });
  expect([of('GET'), of('POST')].map((codes) => codes.includes('look_reads_only'))).toEqual([false, true]);
  for (const codes of [of('GET'), of('POST')]) expect(codes).not.toContain('unauthenticated');
});

/** Whoever there may be: of each role and member, with each second way to be refused. */
const CALLERS: readonly Caller[] = [
  ...(['nobody', 'suspended', 'stranger'] as const).map((kind) => ({ kind })),
  ...(['advertiser', 'publisher', 'operator'] as const satisfies Role[]).flatMap((role) =>
    (['owner', ...GIVEN_MEMBER_ROLES] as const).flatMap((member) => {
      const actor = { userId: 1, accountId: 2, sessionId: 3, member, roles: [role], timeZone: 'UTC' };
      const user = {
        kind: 'user',
        actor,
        mustEnrol: false,
        mustStepUp: false,
        key: null,
        looks: false,
      } as const;
      const keys = KEY_SCOPES.map((scope) => ({ ...user, key: { id: 9, scopes: [scope] } }));
      return [
        user,
        ...keys,
        ...(['mustEnrol', 'mustStepUp', 'looks'] as const).map((of) => ({ ...user, [of]: true })),
      ];
    }),
  ),
];

function refusalOf(meta: OperationMeta, method: string, caller: Caller): string[] {
  try {
    authorise(meta, method, caller);
    return [];
  } catch (cause) {
    if (cause instanceof AppError) return [cause.code];
    throw cause;
  }
}

it('says of each operation whom it refuses, and of nobody else', () => {
  const of = ({ name, method, path, meta }: (typeof operations)[number]) =>
    errorsOf({ name, method, path, meta, takesInput: false, takesVersion: false });
  const alone = { name: 'nothing.besides', path: '/' };
  for (const operation of operations) {
    const { name, method, meta } = operation;
    const ofOther = of({ ...operation, ...alone, meta: { access: 'public' }, method: 'GET' });
    const changing = method === 'GET' ? [] : ['too_large', 'conflict_status'];
    const repeated = [
      ...(meta.idempotent === undefined ? [] : ['conflict_idempotency']),
      ...(meta.idempotent === 'required' ? ['idempotency_key_required'] : []),
    ];
    const whom = CALLERS.flatMap((caller) => refusalOf(meta, method, caller));
    const expected = new Set([...ofOther, ...whom, ...changing, ...repeated]);
    expect([name, of({ ...operation, ...alone }).sort()]).toEqual([name, [...expected].sort()]);
  }
});

it('says what is not found where one is named or changed, and what comes of input and version', () => {
  const facts = {
    name: 'campaigns.any',
    meta: { access: 'public' },
    takesInput: false,
    takesVersion: false,
  } as const;
  const of = (method: string, path: string) => errorsOf({ ...facts, method, path });
  const none = ['campaign_not_found', 'ad_set_not_found'] as const;
  for (const [codes, found] of [
    [of('GET', '/campaigns'), []],
    [of('GET', '/campaigns/{id}'), ['not_found', ...none]],
    [of('POST', '/campaigns'), none],
    [of('POST', '/campaigns/{id}'), ['not_found', ...none]],
  ] as const)
    expect(codes.filter((code) => code.endsWith('not_found'))).toEqual(found);
  expect(of('GET', '/')).not.toContain('invalid_input');
  expect(errorsOf({ ...facts, method: 'GET', path: '/', takesInput: true })).toContain('invalid_input');
  const versioned = errorsOf({ ...facts, method: 'PUT', path: '/', takesVersion: true });
  expect(versioned).toEqual(expect.arrayContaining(['conflict_version', 'precondition_failed']));
  expect(of('PUT', '/')).not.toContain('precondition_failed');
});

it('names the headers that calls are counted by, and when one is worth another try', async () => {
  const { paths } = await read();
  const { responses } = paths['/advertiser/campaigns'].get;
  const headersOf = (status: number) => Object.keys(responses[status].headers ?? {});
  expect(headersOf(200)).toEqual(
    expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
  );
  expect([429, 503, 401].map(headersOf)).toEqual([['Retry-After'], ['Retry-After'], []]);
});

it('takes If-Match where what is saved has a version, and nowhere else', async () => {
  const { paths } = await read();
  const matches = (method: string, path: string) =>
    (paths[path][method].parameters ?? []).some(({ name }: { name: string }) => name === 'If-Match');
  expect([
    matches('put', '/webhooks/{id}'),
    matches('get', '/webhooks'),
    matches('post', '/webhooks'),
  ]).toEqual([...[true, false, false]]);
});
