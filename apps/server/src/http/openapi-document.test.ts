import { expect, it } from 'vitest';
import { errorsOf } from './openapi/operation-errors.ts';
import { openApiJson } from './openapi-document.ts';

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
  const document = JSON.parse(await openApiJson());
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
  const document = JSON.parse(await openApiJson());
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

it('takes If-Match where what is saved has a version, and nowhere else', async () => {
  const { paths } = JSON.parse(await openApiJson());
  const matches = (method: string, path: string) =>
    (paths[path][method].parameters ?? []).some(({ name }: { name: string }) => name === 'If-Match');
  expect([
    matches('put', '/webhooks/{id}'),
    matches('get', '/webhooks'),
    matches('post', '/webhooks'),
  ]).toEqual([...[true, false, false]]);
});
