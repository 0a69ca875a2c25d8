import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSepaName, SEPA_NAME_LENGTH, sepaText } from './sepa-text.ts';

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]*$/;

describe('sepaText', () => {
  it.each([
    ['Zoë Ångström', 'Zoe Angstrom'],
    ['Müller & Söhne', 'Muller + Sohne'],
    ['Straße Øresund Œuvre Łódź', 'Strasse Oresund Oeuvre Lodz'],
    ['Þórður Æsir', 'Thordur Aesir'],
    ['Νίκος Ψαράς', 'Nikos Psaras'],
    ['Щерев Жечо', 'Shterev Zhecho'],
    ['Ђорђе', 'Djordje'],
    ['O’Brien “Ltd”', "O'Brien 'Ltd'"],
    ['tab\there\r\nand there', 'tab here and there'],
    ['//a//b//', 'a/b'],
    ['ﬁne ²', 'fine 2'],
    ['日本 Ltd', '.. Ltd'],
    ['<script>', '.script.'],
  ])('%s', (text, written) => {
    expect(sepaText(text, 70)).toBe(written);
  });

  it('gives nothing but its characters, within its length, and the same when it is written again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 1, max: 140 }),
        (text, max) => {
          const written = sepaText(text, max);
          expect(written).toMatch(ALLOWED);
          expect(written.length).toBeLessThanOrEqual(max);
          expect(sepaText(written, max)).toBe(written);
          expect(written).not.toMatch(/^\/|\/$|\/\//);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('a name needs a letter', () => {
  expect(['Ada', '日本', '123', '...', ''].map(isSepaName)).toEqual([true, false, false, false, false]);
  expect(sepaText('x'.repeat(90), SEPA_NAME_LENGTH)).toHaveLength(70);
});
