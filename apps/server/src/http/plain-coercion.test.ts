import { operationsOf } from '@placard/contract/testing/walk-schemas';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlainCoercionPlugin } from './plain-coercion.ts';

const plugin = new PlainCoercionPlugin();

/** Which numbers and flags a call without a body asks for: its texts come by path and query. */
const fields = operationsOf().flatMap(({ name, procedure }) => {
  const { route, inputSchema } = procedure['~orpc'];
  if (route.method !== 'GET' || !(inputSchema instanceof z.ZodObject)) return [];
  return Object.entries(inputSchema.shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
    const isNumber = [1, 2026].some((value) => schema.safeParse(value).success);
    const kind = isNumber ? 'number' : schema.safeParse(true).success ? 'flag' : null;
    const isText = schema.safeParse('1').success;
    return kind === null || isText ? [] : [{ name, field, kind, inputSchema }];
  });
});

const faultOf = async (schema: z.ZodType, field: string, text: string) => {
  const found = schema.safeParse(await plugin.coerce(schema, { [field]: text }));
  return found.error?.issues.find(({ path }) => path[0] === field)?.message;
};

describe('a text of a query or a path', () => {
  it.each(fields.filter(({ kind }) => kind === 'number'))(
    'is a number in $name $field by its digits alone',
    async ({ field, inputSchema }) => {
      expect(await Promise.all(['1', '2026'].map((text) => faultOf(inputSchema, field, text)))).toContain(
        undefined,
      );
      const others = ['4e2', '1e0', '0x1', '0b1', ' 1 ', '1 ', '1.0', '1.', '+1', '١', 'Infinity', '1_0', ''];
      for (const text of others) {
        expect(await faultOf(inputSchema, field, text), text).toMatch(/^(number_expected|required)$/);
      }
    },
  );

  it.each(fields.filter(({ kind }) => kind === 'flag'))(
    'is a flag in $name $field as true or false',
    async ({ field, inputSchema }) => {
      for (const text of ['true', 'false']) expect(await faultOf(inputSchema, field, text)).toBeUndefined();
      for (const text of ['on', 'off', 'TRUE', '1', 'yes']) {
        expect(await faultOf(inputSchema, field, text), text).toBe('flag_expected');
      }
    },
  );

  it('has both kinds in the contract', () => {
    expect(fields.filter(({ kind }) => kind === 'number').length).toBeGreaterThan(100);
    expect(fields.filter(({ kind }) => kind === 'flag').length).toBeGreaterThan(0);
  });

  const nested = z.object({
    text: z.string(),
    amount: z.number(),
    ids: z.array(z.number().int()),
    of: z.object({ id: z.number().int() }),
    either: z.union([z.number().int(), z.literal('all')]),
  });

  it('is read wherever it stands, and stays a text where one is asked for', async () => {
    const read = { text: '1', amount: 1.5, ids: [1, -2], of: { id: 3 }, either: 4 };
    const written = { text: '1', amount: '1.5', ids: ['1', '-2'], of: { id: '3' }, either: '4' };
    expect(await plugin.coerce(nested, written)).toEqual(read);
    expect(await plugin.coerce(nested, read)).toEqual(read);
    const odd = { text: '0x1', amount: '15e-1', ids: ['1e0', '2'], of: { id: '3.0' }, either: '0x4' };
    expect(await plugin.coerce(nested, odd)).toEqual({ ...odd, ids: ['1e0', 2] });
  });
});
