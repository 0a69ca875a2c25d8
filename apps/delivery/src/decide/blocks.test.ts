import { blockedBy } from '@placard/domain/decision/gates';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blocks } from './blocks.ts';

const domain = fc.constantFrom('a.example', 'b.a.example', 'c.b.a.example', 'xa.example', 'example', 'ample');
const category = fc.constantFrom('travel', 'gambling', 'none');

test('block-lists stop what the domain says they do', () => {
  fc.assert(
    fc.property(
      fc.record({
        advertiserDomains: fc.uniqueArray(domain, { maxLength: 3 }),
        creativeIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
        categories: fc.uniqueArray(category, { maxLength: 2 }),
      }),
      fc.record({
        id: fc.integer({ min: 1, max: 4 }),
        advertiserHost: fc.option(domain),
        category,
      }),
      (lists, { id, advertiserHost, category: of }) => {
        const blocks = new Blocks(lists);
        const creative = { creativeId: id, advertiserHost };
        expect(blocks.stopCreative({ id, advertiserHost })).toBe(
          blockedBy({ ...lists, categories: [] }, creative),
        );
        expect(blocks.stopCategory(of) || blocks.stopCreative({ id, advertiserHost })).toBe(
          blockedBy(lists, { ...creative, category: of }),
        );
      },
    ),
  );
});
