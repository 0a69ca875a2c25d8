import { expect, it } from 'vitest';
import { uiTexts } from './en/ui.ts';
import { translator } from './texts.ts';

const t = translator(uiTexts);

it.each(['حملة الصيف (2026)!', 'קיץ Sale', 'two\nlines قطن'])(
  'sets the name %s apart, which is written to the left: the sentence around it stays in its order',
  (name) =>
    expect(t('table.selectRow', { name })).toBe(
      t('table.selectRow', { name: 'x' }).replace('x', `\u2068${name}\u2069`),
    ),
);

it.each(['Summer', 'Été 👩‍👩‍👧', '日本', ''])('leaves the name %s as it is', (name) => {
  expect(t('table.selectRow', { name })).not.toMatch(/[\u2066-\u2069]/);
});
