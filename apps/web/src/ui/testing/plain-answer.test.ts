import { contract } from '@placard/contract/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../../lib/api/api.ts';
import { plain, plainOf, plainRow } from './plain-answer.ts';

it('a plain answer is one that its operation gives, but for patterns of texts', () => {
  const { outputSchema } = contract.health.read['~orpc'];
  expect(outputSchema?.safeParse({ data: plain(api.health.read) }).success).toBe(true);
  expect(plainRow(api.campaigns.list, { name: 'Spring' })).toMatchObject({ name: 'Spring', id: 1 });
});

it('nothing stands where there may be nothing, and the least elsewhere', () => {
  const schema = z.object({
    ...{
      none: z.string().nullable(),
      left: z.string().optional(),
      many: z.array(z.int()),
      day: z.iso.date(),
    },
    ...{
      one: z.enum(['b', 'a']),
      id: z.int().min(1),
      figure: z.number(),
      either: z.union([z.literal(2), z.string()]),
    },
  });
  const found = plainOf(schema);
  expect(found).toMatchObject({
    none: null,
    many: [],
    day: '2026-03-01',
    one: 'b',
    id: 1,
    figure: 0,
    either: 2,
  });
  expect(schema.safeParse(found).success).toBe(true);
});
