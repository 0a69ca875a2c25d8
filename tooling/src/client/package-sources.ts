import type { ApiDocument, OperationNode, SchemaNode } from './api-document.ts';
import { commentOf, type Field, TypeWriter } from './type-text.ts';

const MAKERS: Readonly<Record<string, string>> = { get: 'get', put: 'put', delete: 'remove', post: 'post' };
/** What a client has itself: a schema must not be called so. */
const TAKEN = ['Client', 'ClientOptions', 'CallOptions', 'Operation', 'InputOf', 'OutputOf', 'PlacardError'];
/** How the API refuses, which the client tells by a PlacardError. */
const REFUSAL = 'Error';

/** The one entry, so that a project imports all of it from one place. */
const ENTRY = [
  "export { type CallOptions, type Client, type ClientOptions, createClient } from './client.ts';",
  "export type { InputOf, Operation, OutputOf } from './operation.ts';",
  "export * from './operations.ts';",
  "export { PlacardError } from './placard-error.ts';",
  "export type * from './types.ts';",
];

type Placed = { readonly path: string; readonly method: string; readonly operation: OperationNode };

const types = new TypeWriter('');
const named = new TypeWriter('types.');
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Its sources besides those that are written by hand, by file name. */
export function packageSources(document: ApiDocument): ReadonlyMap<string, string> {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Object.groupBy(placed, ({ operation }) => partsOf(operation).group);
  const made = Object.entries(groups).map(([group, of = []]) => groupText(group, of));
  const makers = new Set(placed.map(makerOf));
  return new Map([
    ['types.ts', typesText(document)],
    [
      'operations.ts',
      `import { ${[...makers].sort().join(', ')}, type Operation } from './operation.ts';
import type * as types from './types.ts';

${made.join('\n')}`,
    ],
    ['placard.ts', ENTRY.map((line) => `${line}\n`).join('')],
  ]);
}

function typesText({ components, paths }: ApiDocument): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const taken = new Set([
    ...TAKEN,
    ...operations.map((operation) => `${capital(partsOf(operation).group)}Operations`),
  ]);
  return Object.entries(components.schemas)
    .filter(([name]) => name !== REFUSAL)
    .map(([name, schema]) => {
      if (taken.has(name)) throw new Error(`A schema is called ${name}, and the client has that already.`);
      return `${commentOf([schema.description ?? ''], '')}export type ${name} = ${types.type(schema)};\n`;
    })
    .join('\n');
}

function partsOf({ operationId }: OperationNode): { readonly group: string; readonly name: string } {
  const [group = '', name = ''] = operationId.split('.');
  return { group, name };
}

function makerOf({ method, operation }: Placed): string {
  const once = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
  return once ? 'postOnce' : (MAKERS[method] ?? 'post');
}

/** Types by an interface, so that what each operation is for shows where it is called. */
function groupText(group: string, placed: readonly Placed[]): string {
  const type = `${capital(group)}Operations`;
  const members = placed.map((each) => {
    const { path, method, operation } = each;
    const head = `\`${method.toUpperCase()} ${path}\`. ${operation.description ?? ''}`.trim();
    const output = outputOf(operation);
    const member = `  readonly ${partsOf(operation).name}: Operation<${inputOf(operation)}, ${output}>;\n`;
    return `${commentOf([head, refusalsOf(operation)], '  ')}${member}`;
  });
  const values = placed.map(
    // Marked as pure: a bundler leaves out the groups that nobody calls.
    (each) => `  ${partsOf(each.operation).name}: /* @__PURE__ */ ${makerOf(each)}('${each.path}'),\n`,
  );
  return `export interface ${type} {\n${members.join('')}}\n\nexport const ${group}: ${type} = {\n${values.join('')}};\n`;
}

/** By which every call may be refused. */
const ALWAYS = new Set(['`bad_request`', '`rate_limited`', '`internal`', '`unavailable`']);

function refusalsOf({ responses }: OperationNode): string {
  const codes = Object.entries(responses).flatMap(([status, { description = '' }]) => {
    const own = Number(status) < 400 ? [] : description.split(', ').filter((code) => !ALWAYS.has(code));
    return own.length === 0 ? [] : [`${status} ${own.join(', ')}`];
  });
  return codes.length === 0 ? '' : `Refused by ${codes.join('; ')}.`;
}

/** Parts of the path, of the query and of the body are one object; nothing, where all of it may be left out. */
function inputOf({ parameters = [], requestBody }: OperationNode): string {
  const fields: Field[] = parameters
    .filter((each) => each.in === 'path' || each.in === 'query')
    .map(({ name, schema, required = false, description }) => ({ name, schema, required, description }));
  const content = requestBody?.content;
  const body = (content?.['multipart/form-data'] ?? content?.['application/json'])?.schema;
  const parts = [
    ...(fields.length === 0 ? [] : [named.object(fields, '  ')]),
    ...(body === undefined || isEmpty(body) ? [] : [named.grouped(body, '  ')]),
  ];
  if (parts.length === 0) return 'undefined';
  const needed = fields.some(({ required }) => required) || (body !== undefined && !isOptional(body));
  return needed ? parts.join(' & ') : `${parts.join(' & ')} | undefined`;
}

const isEmpty = ({ type, properties }: SchemaNode) =>
  type === 'object' && Object.keys(properties ?? {}).length === 0;

/** A body without any field that has to be there. One with a name is looked up by nobody: names are of what has such fields. */
function isOptional(body: SchemaNode): boolean {
  return body.type === 'object' && (body.required ?? []).length === 0;
}

function outputOf({ operationId, responses }: OperationNode): string {
  const content = responses['200']?.content ?? {};
  const json = content['application/json']?.schema;
  // The client gives what is no JSON as a file.
  if (json === undefined) return 'Blob';
  const data = json.properties?.data;
  if (data === undefined) throw new Error(`${operationId} answers without data.`);
  return named.type(data, '  ');
}
