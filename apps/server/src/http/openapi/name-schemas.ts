import {
  type DocumentNode,
  inner,
  type OperationNode,
  operationsOf,
  type SchemaNode,
} from './schema-node.ts';

const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
/** `series` stays, `nearMisses` → `nearMiss`, `countries` → `country`. */
const singular = (text: string) =>
  /series$/i.test(text)
    ? text
    : text
        .replace(/(ss|x)es$/, '$1')
        .replace(/ies$/, 'y')
        .replace(/(?<!s)s$/, '');
const textOf = (schema: SchemaNode) => JSON.stringify(schema);

const isRecord = (schema: SchemaNode | undefined): schema is SchemaNode =>
  schema?.properties !== undefined && Object.keys(schema.properties).length > 0;

/** `campaigns.get` → group and what is done. */
function partsOf({ operationId = '' }: OperationNode): [group: string, act: string] {
  const [group = '', act = ''] = operationId.split('.');
  return [group, act];
}

function answerOf({ responses }: OperationNode): SchemaNode | undefined {
  return responses?.['200']?.content?.['application/json']?.schema?.properties?.data;
}

/** What one list holds many of. */
const elementOf = (answer: SchemaNode | undefined) => answer?.properties?.items?.items;

/**
 * Gives what operations take and answer names, so that a generated client has types: a record is called after its
 * group (`Campaign`), the row of a list `CampaignRow`, an input after its operation (`CampaignsCreateInput`). What looks alike is
 * one; so is what stands in several places.
 */
export function nameSchemas(document: DocumentNode): void {
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(document.components.schemas));
  const give = (schema: SchemaNode | undefined, ...wishes: string[]) => {
    if (!isRecord(schema) || names.has(textOf(schema))) return;
    const last = wishes.at(-1) ?? 'Part';
    let name = wishes.find((wish) => !taken.has(wish)) ?? last;
    for (let place = 2; taken.has(name); place += 1) name = `${last}${place}`;
    names.set(textOf(schema), name);
    taken.add(name);
  };
  nameRecords(operationsOf(document), give);
  nameWhatRepeats(document, give);
  const schemas: Record<string, SchemaNode> = {};
  const replaced = (schema: SchemaNode): SchemaNode => {
    const name = names.get(textOf(schema));
    const inside = withInner(schema, replaced);
    if (name === undefined) return inside;
    schemas[name] = inside;
    return { $ref: `#/components/schemas/${name}` };
  };
  for (const holder of operationsOf(document).flatMap(holdersIn)) holder.schema = replaced(holder.schema);
  const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  Object.assign(document.components.schemas, Object.fromEntries(sorted));
}

type Give = (schema: SchemaNode | undefined, ...wishes: string[]) => void;

function nameRecords(operations: readonly OperationNode[], give: Give): void {
  for (const operation of operations) {
    const [group, act] = partsOf(operation);
    if (act === 'get' || act === 'read') give(answerOf(operation), pascal(singular(group)));
  }
  for (const operation of operations) {
    const [group, act] = partsOf(operation);
    const row = act === 'list' ? pascal(singular(group)) : pascal(singular(group)) + pascal(singular(act));
    give(elementOf(answerOf(operation)), `${row}Row`);
  }
  for (const operation of operations) {
    const [group, act] = partsOf(operation);
    give(answerOf(operation), pascal(group) + pascal(act), `${pascal(group)}${pascal(act)}Answer`);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      give(schema, `${pascal(group)}${pascal(act)}Input`);
  }
}

/** Records of two fields and more that stand in several places are called after the field they stand for. */
function nameWhatRepeats(document: DocumentNode, give: Give): void {
  const seen = new Map<string, { schema: SchemaNode; name: string; group: string; count: number }>();
  const look = (schema: SchemaNode, name: string, group: string) => {
    for (const each of inner(schema)) look(each.schema, each.name ?? singular(name), group);
    if (!isRecord(schema) || Object.keys(schema.properties ?? {}).length < 2) return;
    const found = seen.get(textOf(schema)) ?? { schema, name, group, count: 0 };
    seen.set(textOf(schema), { ...found, count: found.count + 1 });
  };
  for (const operation of operationsOf(document)) {
    const [group] = partsOf(operation);
    for (const { schema } of holdersIn(operation)) look(schema, 'part', pascal(singular(group)));
  }
  for (const { schema, name, group, count } of seen.values())
    if (count > 1) give(schema, pascal(name), group + pascal(name));
}

type Holder = { schema: SchemaNode };

/** Every place where a schema of an operation hangs. */
function holdersIn({ requestBody, responses }: OperationNode): Holder[] {
  const contents = [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses ?? {}).flatMap(({ content }) => Object.values(content ?? {})),
  ];
  return contents.filter((content): content is Holder => content.schema !== undefined);
}

function withInner(schema: SchemaNode, change: (schema: SchemaNode) => SchemaNode): SchemaNode {
  const { properties, items, anyOf, oneOf, allOf } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, change(each)]),
          ),
        }),
    ...(items === undefined ? {} : { items: change(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(change) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(change) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(change) }),
  };
}
