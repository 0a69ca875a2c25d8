import { contract } from '@placard/contract/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fits } from '../src/lib/api/answer-shape.ts';
import type { ApiRoute } from '../src/lib/api/call-parts.ts';
import { SESSION_OPERATIONS } from '../src/lib/api/session-operations.ts';
import { ShapeTable } from './answer-shapes.ts';
import { type RouteTree, routeTree } from './api-routes.ts';

const table = new ShapeTable();

const isRoute = (node: ApiRoute | RouteTree): node is ApiRoute => Array.isArray(node);

function operationsOf(tree: RouteTree, path: readonly string[] = []): [string, ApiRoute][] {
  return Object.entries(tree).flatMap(([name, node]): [string, ApiRoute][] => {
    const here = [...path, name];
    return isRoute(node) ? [[here.join('.'), node]] : operationsOf(node, here);
  });
}
const operations = operationsOf(routeTree(contract, table));
const shapeOf = new Map(operations.map(([name, [, , answer]]) => [name, answer]));

/** A schema with values that it takes. */
type Sample = { readonly schema: z.ZodType; readonly value: fc.Arbitrary<unknown> };

const leaves: readonly Sample[] = [
  { schema: z.string(), value: fc.string() },
  { schema: z.number(), value: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { schema: z.boolean(), value: fc.boolean() },
  { schema: z.null(), value: fc.constant(null) },
  { schema: z.literal('bank'), value: fc.constant('bank') },
  { schema: z.enum(['active', 'paused']), value: fc.constantFrom('active', 'paused') },
];

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie('sample').map(({ schema, value }) => ({ schema: schema.nullable(), value: fc.option(value) })),
    tie('sample').map(({ schema, value }) => ({
      schema: z.array(schema),
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie('sample').map(({ schema, value }) => ({
      schema: z.record(z.string(), schema),
      value: fc.dictionary(fc.string(), value, { maxKeys: 3 }),
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([one, other]) => ({
      schema: z.object({ one: one.schema, other: other.schema.optional() }),
      value: fc.record({ one: one.value, other: other.value }, { requiredKeys: ['one'] }),
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([one, other]) => ({
      schema: z.union([one.schema, other.schema]),
      value: fc.oneof(one.value, other.value),
    })),
  ),
}));

describe('the shapes of answers', () => {
  it('are those of the contract: what its schemas take fits, what they refuse does not', () => {
    const both = fc
      .tuple(sample, sample)
      .chain(([{ schema, value }, other]) =>
        fc.record({ schema: fc.constant(schema), value: fc.oneof(value, other.value, fc.jsonValue()) }),
      );
    fc.assert(
      fc.property(both, ({ schema, value }) => {
        const shapes = new ShapeTable();
        const answer: unknown = JSON.parse(JSON.stringify(value));
        const shape = shapes.add(schema);
        expect(fits(answer, shape, shapes.shapes), JSON.stringify([answer, shape, shapes.shapes])).toBe(
          schema.safeParse(answer).success,
        );
      }),
      { numRuns: 500 },
    );
  });

  const wrong = [
    undefined,
    null,
    [],
    {},
    'Bad gateway',
    '',
    0,
    true,
    { data: 'text' },
    { data: [] },
    { data: 1 },
  ];

  it.each(operations)('of %s takes no answer of another kind', (_, [, , answer]) => {
    for (const each of wrong) expect(fits(each, answer, table.shapes), JSON.stringify(each)).toBe(false);
  });

  it('know files from everything else', () => {
    const files = operations.filter(([, [, , answer]]) => answer === 'f').map(([name]) => name);
    expect(files.sort()).toEqual([
      'billing.invoicePdf',
      'campaigns.bulkFile',
      'monthClose.csv',
      ...[
        'operator.documentArchive',
        'operator.documentJournal',
        'operator.documentPdf',
        'operator.exportAudit',
      ],
      ...['payments.statementCsv', 'payments.statementPdf'],
      ...['payouts.exportBatch', 'payouts.statementCsv', 'payouts.statementPdf'],
      ...['reports.advertiserFile', 'reports.operatorFile', 'reports.publisherFile'],
      ...['selfBilling.documentPdf', 'withholding.exportReport'],
    ]);
    expect(fits(new File(['a'], 'a.csv'), 'f', table.shapes)).toBe(true);
  });

  it('look into lists, records and every field', () => {
    const balance = shapeOf.get('billing.balance');
    const ok = { balance: 12.5, currency: 'USD' };
    expect(fits({ data: ok }, balance, table.shapes)).toBe(true);
    expect(fits({ data: { ...ok, later: 'field' } }, balance, table.shapes)).toBe(true);
    expect(fits({ data: { ...ok, balance: '12.5' } }, balance, table.shapes)).toBe(false);
    expect(fits({ data: { balance: 12.5 } }, balance, table.shapes)).toBe(false);
    expect(fits({ data: { items: null } }, shapeOf.get('campaigns.list'), table.shapes)).toBe(false);
    expect(fits({ data: { items: [{}] } }, shapeOf.get('campaigns.list'), table.shapes)).toBe(false);
  });
});

it('the pages before sign-in load their own operations only', () => {
  const few = new ShapeTable();
  const tree = routeTree(contract, few, (path) => SESSION_OPERATIONS.some((operation) => path === operation));
  expect(
    operationsOf(tree)
      .map(([name]) => name)
      .sort(),
  ).toEqual([...SESSION_OPERATIONS].sort());
});
