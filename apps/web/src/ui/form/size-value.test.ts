import { CREATIVE_SIZE_PRESETS } from '@placard/domain/ad-size';
import { expect, it } from 'vitest';
import { CUSTOM, choiceOf, sizeOfChoice } from './size-value.ts';

it('goes from choice to size and back', () => {
  for (const choice of ['728x90', '300x300', '300x250', '468x60', '160x600']) {
    expect(choiceOf(sizeOfChoice(choice, CREATIVE_SIZE_PRESETS), CREATIVE_SIZE_PRESETS)).toBe(choice);
  }
  expect(choiceOf({ width: 301, height: 250 }, CREATIVE_SIZE_PRESETS)).toBe(CUSTOM);
  expect(sizeOfChoice(CUSTOM, CREATIVE_SIZE_PRESETS)).toEqual({ width: '', height: '' });
  expect(choiceOf(null, CREATIVE_SIZE_PRESETS)).toBeNull();
});
