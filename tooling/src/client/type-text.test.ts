import { expect, it } from 'vitest';
import type { SchemaNode } from './api-document.ts';
import { commentOf, TypeWriter } from './type-text.ts';

const types = new TypeWriter('types.');

it.each<[SchemaNode, string]>([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', contentMediaType: 'image/png' }, 'Blob'],
  [{ const: 'on' }, '"on"'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array', items: { enum: ['a'] } }, '"a"[]'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Campaign' } }, 'types.Campaign[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, '(number | null)[]'],
  [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
  [{ allOf: [{ $ref: '#/components/schemas/A' }, { enum: ['a', 'b'] }] }, 'types.A & ("a" | "b")'],
  [{ type: 'object', additionalProperties: {} }, 'Record<string, unknown>'],
  [
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'number' } },
    'Partial<Record<"a" | "b", number>>',
  ],
  [{ type: 'object', properties: {} }, 'Record<string, never>'],
  [{}, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(types.type(schema)).toBe(type);
});

it('says of fields whether they have to be there, and what they are', () => {
  const schema: SchemaNode = {
    type: 'object',
    required: ['day'],
    properties: {
      day: { type: 'string', format: 'date', description: 'A day.', examples: ['2026-03-10'] },
      'odd-name': { type: 'string', description: 'Plain.', examples: ['Lanterns'] },
    },
  };
  expect(types.type(schema)).toBe(
    '{\n  /** A day. For example `2026-03-10`. */\n  day: string;\n  /** Plain. */\n  "odd-name"?: string | undefined;\n}',
  );
});

it('lets no text end its comment', () => {
  expect(commentOf(['a */ b'], '')).toBe('/** a *\\/ b */\n');
});

it('refuses what is no schema of the document', () => {
  expect(() => types.type({ $ref: '#/else/A' })).toThrow('#/else/A');
});

it('writes a comment of one line or of several, and of no words none', () => {
  expect([commentOf([], ' '), commentOf(['', ''], ' ')]).toEqual(['', '']);
  expect(commentOf(['', 'One */'], ' ')).toBe(' /** One *\\/ */\n');
  expect(commentOf(['One', 'two'], ' ')).toBe(' /**\n  * One\n  * two\n  */\n');
});
