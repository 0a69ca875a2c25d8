import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiJson } from '../openapi-document.ts';
import words from './field-words.json' with { type: 'json' };
import { type DocumentNode, inner, operationsOf, type SchemaNode } from './schema-node.ts';

let document: DocumentNode;
beforeAll(async () => {
  document = JSON.parse(await openApiJson());
});

type Field = { readonly path: string; readonly name: string; readonly schema: SchemaNode };

/** Every field of a schema and of what is inside of it. */
function fieldsOf(schema: SchemaNode, path: string): Field[] {
  return inner(schema).flatMap((each) => {
    const below = each.name === null ? path : `${path}.${each.name}`;
    return [
      ...(each.name === null ? [] : [{ path: below, name: each.name, schema: each.schema }]),
      ...fieldsOf(each.schema, below),
    ];
  });
}

function everyField(): Field[] {
  const hanging = operationsOf(document).flatMap(({ operationId = '', requestBody, responses }) =>
    [requestBody, ...Object.values(responses ?? {})].flatMap((each) =>
      Object.values(each?.content ?? {}).flatMap(({ schema }) =>
        schema === undefined ? [] : fieldsOf(schema, operationId),
      ),
    ),
  );
  return [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name)),
    ...hanging,
  ];
}

/** What has fields of its own has their examples. */
const hasFields = (schema: SchemaNode): boolean =>
  schema.$ref !== undefined ||
  schema.properties !== undefined ||
  inner(schema).some((each) => hasFields(each.schema));

it('is a valid OpenAPI document', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

describe('every field', () => {
  it('is described', () => {
    expect(
      everyField()
        .filter(({ schema }) => (schema.description ?? '') === '')
        .map(({ path }) => path),
    ).toEqual([]);
    const parameters = operationsOf(document).flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ description }) => (description ?? '') === '')
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(parameters).toEqual([]);
  });

  it('has an example, which its schema takes', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const faults = everyField()
      .filter(({ schema }) => !hasFields(schema))
      .filter(({ schema }) => {
        const [example] = schema.examples ?? [];
        return example === undefined || !ajv.validate(schema, example);
      });
    expect(faults.map(({ path, schema }) => `${path} ${JSON.stringify(schema)}`)).toEqual([]);
  });

  it('that is described is there', () => {
    const names = new Set([
      ...everyField().map(({ name }) => name),
      ...operationsOf(document).flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
    ]);
    expect(Object.keys(words).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('what operations take and answer', () => {
  it('has names, and each name is used', () => {
    const unnamed = operationsOf(document).flatMap(({ operationId, requestBody, responses }) => {
      const answer = responses?.['200']?.content?.['application/json']?.schema?.properties?.data;
      const input = requestBody?.content['application/json']?.schema;
      return [answer, input].some((schema) => Object.keys(schema?.properties ?? {}).length > 0)
        ? [operationId]
        : [];
    });
    expect(unnamed).toEqual([]);
    const text = JSON.stringify(document);
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        'Campaign',
        'CampaignRow',
        'CampaignsCreateInput',
        'Payout',
        'Website',
        'Widget',
      ]),
    );
  });

  it('is refused by documented statuses, and every code stands somewhere', () => {
    const described = operationsOf(document).flatMap(({ responses }) =>
      Object.values(responses ?? {}).map(({ description }) => description ?? ''),
    );
    const silent = Object.keys(ERROR_CATALOGUE).filter(
      (code) => !described.some((text) => text.includes(`\`${code}\``)),
    );
    expect(silent).toEqual([]);
    for (const { operationId, responses, security } of operationsOf(document)) {
      const statuses = Object.keys(responses ?? {});
      const wanted = [
        '200',
        '400',
        '429',
        '500',
        '503',
        ...((security as unknown[]).length > 0 ? ['401', '403'] : []),
      ];
      expect([operationId, wanted.filter((status) => !statuses.includes(status))]).toEqual([operationId, []]);
    }
  });
});
