import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Groups } from './groups.ts';

test('holds each id once for each owner, however many there are, and forgets what was taken away', () => {
  const step = fc.record({
    act: fc.constantFrom('add', 'add', 'add', 'remove', 'move'),
    owner: fc.nat(2),
    // On both sides of what is a list.
    ids: fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const groups = new Groups();
      const model = [new Set<number>(), new Set<number>(), new Set<number>()];
      for (const { act, owner, ids } of steps) {
        for (const id of ids) {
          const next = (owner + 1) % 3;
          if (act === 'add') {
            groups.add(owner, id);
            model[owner]?.add(id);
          } else if (act === 'remove') {
            groups.remove(owner, id);
            model[owner]?.delete(id);
          } else if (model[owner]?.has(id) === true) {
            groups.move(id, owner, next);
            model[owner]?.delete(id);
            model[next]?.add(id);
          }
        }
      }
      const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);
      for (const owner of [0, 1, 2]) {
        expect(sorted(groups.of(owner))).toEqual(sorted(model[owner] ?? []));
      }
    }),
  );
});

test('leaves whom it belongs to already, and takes whom it belonged to nobody', () => {
  const groups = new Groups();
  groups.move(7, undefined, 1);
  groups.move(7, 1, 1);
  expect([[...groups.of(1)], [...groups.of(2)]]).toEqual([[7], []]);
});
