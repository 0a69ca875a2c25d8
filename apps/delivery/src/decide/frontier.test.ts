import { expect, test } from 'vitest';
import { NO_BID_PLACE, SizeSlot } from './ad-index.ts';
import { Frontier } from './frontier.ts';
import { Places } from './places.ts';
import type { Shelf } from './shelf.ts';

const DESKTOP = { device: 1, country: 0, language: 0, bidPlace: NO_BID_PLACE };

test('goes from the highest eCPM to the lowest over more shelves than there is room for at first, in the largest size first', () => {
  const shelves: Shelf[] = [];
  const places = new Places();
  const slots = [250, 50].map((heightPx) => new SizeSlot({ widthPx: 300, heightPx }, shelves, places));
  const frontier = new Frontier();
  const expected: number[][] = [];
  for (const [size, slot] of slots.entries()) {
    // Eight sets of devices with desktop among them, for each of five sets of places of the card.
    for (let each = 0; each < 40; each += 1) {
      const devices = 0b0010 | (each & 1) | ((each & 6) << 1);
      const shelf = slot.shelfFor(0, { devices, belowPlaces: each >> 3 });
      const unit = 100 * size + each;
      shelves[shelf]?.add(unit, places.take(1), 1_000 + (each % 20));
      expected.push([1_000 + (each % 20), size, unit]);
    }
  }
  expect(shelves).toHaveLength(80);
  // The lower eCPM comes later, of equal ones the smaller size; on the shelves of a size the order is theirs.
  expected.sort(([a = 0, one = 0], [b = 0, other = 0]) => b - a || one - other);
  for (const again of [1, 2]) {
    frontier.open(slots, DESKTOP);
    const found: number[][] = [];
    for (let best = frontier.best(); best >= 0; best = frontier.best()) {
      const slot = frontier.bestSlot;
      const awake = frontier.gather();
      for (let ticket = 0; ticket < awake; ticket += 1) found.push([best, slot, frontier.draw(ticket)]);
      frontier.pass();
    }
    expect([again, frontier.count, found]).toEqual([again, 80, expected]);
  }
});
