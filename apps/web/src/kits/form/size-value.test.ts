import { CREATIVE_SIZE_PRESETS } from '@placard/domain/ad-size';
import { expect, it } from 'vitest';
import { CUSTOM, choiceOf, completeSize, sideFaults, sizeOfChoice } from './size-value.ts';

it('goes from choice to size and back', () => {
  for (const choice of ['728x90', '300x300', '300x250', '468x60', '160x600']) {
    expect(choiceOf(sizeOfChoice(choice, CREATIVE_SIZE_PRESETS), CREATIVE_SIZE_PRESETS)).toBe(choice);
  }
  expect(choiceOf({ width: 301, height: 250 }, CREATIVE_SIZE_PRESETS)).toBe(CUSTOM);
  expect(sizeOfChoice(CUSTOM, CREATIVE_SIZE_PRESETS)).toEqual({ width: '', height: '' });
  expect(choiceOf(null, CREATIVE_SIZE_PRESETS)).toBeNull();
});

it('asks for each side that is missing or none', () => {
  const negative = { typed: '-5', issue: 'number_negative' } as const;
  expect(sideFaults({ width: '', height: '' })).toEqual({
    width: 'width_required',
    height: 'height_required',
  });
  expect(sideFaults({ width: 19, height: 2_001 })).toEqual({
    width: 'side_out_of_range',
    height: 'side_out_of_range',
  });
  expect(sideFaults({ width: negative, height: 2_000 })).toEqual({ width: 'number_negative' });
  expect(sideFaults({ width: 20, height: 2_000 })).toEqual({});
  expect(completeSize({ width: 20, height: negative })).toBeNull();
});
