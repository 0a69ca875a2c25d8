import { CREATIVE_SIZE_PRESETS, formatAdSize } from '@placard/domain/ad-size';
import { expect, it } from 'vitest';
import { PRESET_KEYS, presetOf, sizeText } from './size-text.ts';
import { creativesTexts } from './texts.ts';

it('offers the presets of the domain under their names', () => {
  expect(PRESET_KEYS.map((key) => ({ key, name: creativesTexts.english.sizeName[key] }))).toEqual(
    CREATIVE_SIZE_PRESETS.map((preset) => ({ key: formatAdSize(preset), name: preset.name })),
  );
});

it('knows a preset from a custom size', () => {
  expect(presetOf({ width: 300, height: 250 })).toBe('300x250');
  expect(presetOf({ width: 301, height: 250 })).toBeNull();
  expect(sizeText({ width: 301, height: 250 })).toBe('301×250');
});
