import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { hasRest, placesOf } from './glance.ts';

const column = (id: string, fixed = false): Column<object> => ({ id, header: id, cell: () => id, fixed });
const name = column('name', true);
const [status, budget, created] = [column('status'), column('budget'), column('created')];

describe('what a card shows at the first glance', () => {
  it('is what its list declares, in the order of the columns', () => {
    const places = placesOf([status, name, budget, created], ['budget', 'status']);
    expect(Object.fromEntries(places)).toEqual({
      status: 'glance',
      name: 'heading',
      budget: 'last',
      created: 'rest',
    });
    expect(hasRest(places)).toBe(true);
  });

  it('leaves nothing to open where all is seen', () => {
    const places = placesOf([name, status, budget], ['status', 'budget']);
    expect([...places.values()]).toEqual(['heading', 'glance', 'last']);
    expect(hasRest(places)).toBe(false);
  });

  it('is the next column where somebody hid those', () => {
    expect(Object.fromEntries(placesOf([name, created, budget], ['status']))).toEqual({
      name: 'heading',
      created: 'last',
      budget: 'rest',
    });
    expect([...placesOf([name], ['status']).values()]).toEqual(['heading']);
  });
});
