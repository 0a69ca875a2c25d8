import { describe, expect, it } from 'vitest';
import { acceptedLanguages, languageFor } from './language.ts';

describe('languageFor', () => {
  it('takes the first wanted one that is spoken, whatever its region', () => {
    expect(languageFor(['fr', 'de-AT', 'en'])).toBe('de');
    expect(languageFor(['EN-gb', 'de'])).toBe('en');
    expect(languageFor(['de_CH'])).toBe('de');
  });

  it('speaks English to everybody else, also to a language that begins like German', () => {
    expect(languageFor([])).toBe('en');
    expect(languageFor(['den', 'fr', '*', ''])).toBe('en');
  });
});

describe('acceptedLanguages', () => {
  it('puts the most wanted first and leaves out what is refused', () => {
    expect(acceptedLanguages('en;q=0.5, de-AT, fr;q=0, nl;q=0.7')).toEqual(['de-AT', 'nl', 'en']);
    expect(acceptedLanguages('fr, de')).toEqual(['fr', 'de']);
    expect(acceptedLanguages('nl;q=0.9, fr;q=1.0, de')).toEqual(['fr', 'de', 'nl']);
    expect(acceptedLanguages('')).toEqual([]);
    expect(acceptedLanguages('de;q=broken')).toEqual([]);
  });
});
