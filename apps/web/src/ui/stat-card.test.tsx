import { expect, it } from 'vitest';
import { changeOf, StatCard, StatCards } from './stat-card.tsx';
import { shown } from './testing/shown.tsx';

const card = (change: number | null, goodWhen: 'up' | 'down' | 'neither' = 'up') =>
  shown(<StatCard label="Clicks" value="5" change={change} goodWhen={goodWhen} />).markup;

it('more, less and the same have their own sign, and are good or bad by what is counted', () => {
  expect(card(0.1)).toMatch(/nowrap good.*lucide-arrow-up-right/s);
  expect(card(-0.1)).toMatch(/nowrap bad.*lucide-arrow-down-right/s);
  expect(card(0)).toMatch(/nowrap faint.*lucide-arrow-right/s);
  expect(card(0.1, 'down')).toContain('nowrap bad');
  expect(card(-0.1, 'down')).toContain('nowrap good');
  expect(card(0.1, 'neither')).toContain('nowrap faint');
  expect(card(null)).not.toContain('lucide');
});

it('there is no change from nothing, and a loss that shrinks is a gain', () => {
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(5, 4)).toBe(0.25);
  expect(changeOf(-1, -2)).toBe(0.5);
});

it('a figure that will not come is a dash, one on its way nothing', () => {
  const cards = (failed: boolean) =>
    shown(
      <StatCards failed={failed}>
        <StatCard label="Clicks" value="5" loading />
      </StatCards>,
    ).words;
  expect(cards(true)).toBe('Clicks –');
  expect(cards(false)).toBe('Clicks');
});
