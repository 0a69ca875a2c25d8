import { expect, it } from 'vitest';
import { textColumns } from './text-columns.ts';

it('keeps figures beside names that are written to the left, and below each other beside wide letters', () => {
  const rows = [
    ['Campaign', 'Spend', 'Clicks'],
    ['حملة الصيف (2026)', '$5.00', '1,234'],
    ['夏のキャンペーン', '$12.00', '7'],
  ];
  expect(textColumns(rows, [1, 2]).split('\n')).toEqual([
    'Campaign            Spend  Clicks',
    '\u2068حملة الصيف (2026)\u2069   $5.00   1,234',
    '夏のキャンペーン   $12.00       7',
  ]);
});
