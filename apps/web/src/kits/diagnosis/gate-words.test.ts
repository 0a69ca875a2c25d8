import { describe, expect, test } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { type Gate, gateWords } from './gate-words.ts';
import { diagnosisTexts } from './texts.ts';

const t = translator(diagnosisTexts);
const AROUND = {
  adSet: { reachable: 300, price: 2, winningPrice: 2.51, minimumBid: null },
  diagnosis: {
    views: 12_000,
    sizes: [
      { width: 300, height: 250, views: 9 },
      { width: 728, height: 90, views: 1 },
    ],
  },
  money: (dollars: number) => formatMoney(dollars, 'USD'),
};
const words = (gate: Partial<Gate>, around: Parameters<typeof gateWords>[2] = AROUND) =>
  gateWords(t, { gate: 'country', state: 'limits', reason: null, stopped: 0, refused: 0, ...gate }, around);

describe('what a gate is said to do', () => {
  test('is nothing where it lets everything through or nothing is known', () => {
    expect(words({ state: 'passes' })).toBe('Passes');
    expect(words({ state: 'unknown', refused: 9 })).toBe('No view to tell from');
  });

  test('is a count of views, called about', () => {
    expect(words({ stopped: 1_234, refused: 2_000 })).toBe('Stops about 1,234 of 12,000 views.');
    expect(words({ state: 'stops', refused: 2_000 })).toBe('Would stop about 2,000 of 12,000 views as well.');
  });

  test('is counted from the first view on', () => {
    expect(words({ stopped: 1, refused: 1 })).toMatch(/^Stops about 1 of 12,000 view/);
    expect(words({ state: 'stops', refused: 1 })).toMatch(/^Would stop about 1 of 12,000 view/);
    expect(words({ gate: 'outbid', stopped: 1, refused: 1 })).toMatch(/^Somebody else paid more in about 1 /);
    expect(words({ gate: 'pacing', stopped: 1, refused: 1 })).toMatch(/^Leaves about 1 view/);
    expect(words({ gate: 'pacing', refused: 1 })).not.toMatch(/Leaves/);
  });

  test('is the certain reason first', () => {
    expect(words({ gate: 'wallet', state: 'stops', reason: 'wallet_empty' })).toBe('Your wallet is empty.');
    expect(words({ gate: 'size', state: 'stops', reason: 'no_widget_of_size', stopped: 5, refused: 5 })).toBe(
      'No widget that serves now has the size of a creative of yours. Stops about 5 of 12,000 views. Most asked for: 300×250, 728×90.',
    );
  });

  test('names the price that would win', () => {
    expect(words({ gate: 'outbid', stopped: 100, refused: 150 })).toBe(
      'Somebody else paid more in about 100 of 300 views. $2.51 would have won half of them; yours is $2.00.',
    );
    expect(words({ gate: 'outbid', refused: 150 })).toBe(
      'Somebody else would pay more in about 150 of 12,000 views.',
    );
  });

  test('names the least that the network asks for, where it is asked', () => {
    const asked = (low: number, high: number) =>
      words(
        { gate: 'minimum_bid', state: 'stops', stopped: 100, refused: 100 },
        { ...AROUND, adSet: { ...AROUND.adSet, minimumBid: { low, high } } },
      );
    expect(asked(3, 3)).toBe(
      'Stops about 100 of 12,000 views. The network asks for at least $3.00 there; yours is $2.00.',
    );
    expect(asked(0, 3)).toBe(
      'Stops about 100 of 12,000 views. The network asks for as much as $3.00, depending on country and type of widget; yours is $2.00.',
    );
    expect(words({ gate: 'minimum_bid', refused: 5 })).toBe('Would stop about 5 of 12,000 views as well.');
  });

  test('is said of pacing as what it is for', () => {
    expect(words({ gate: 'pacing', stopped: 80, refused: 80 })).toMatch(/^Leaves about 80 views to others/);
  });
});
