import { domainToASCII } from 'node:url';
import { expect, it } from 'vitest';
import { loadFaces } from './fonts.ts';
import { printedDomain } from './printed-domain.ts';

const DRAWN = [
  'münchen',
  'ελλάδα',
  'россия',
  'भारत',
  'ישראל',
  'امارات',
  'ไทย',
  '中国',
  'ひらがな',
  'カタカナ',
  '한국',
  'հայաստան',
  'საქართველო',
  'ኢትዮጵያ',
  'বাংলা',
  'ਭਾਰਤ',
  'ભારત',
  'ଭାରତ',
  'இந்தியா',
  'భారత్',
  'ಭಾರತ',
  'ഭാരതം',
  'ලංකා',
  'བོད',
  'ދިވެހި',
  'ລາວ',
  'မြန်မာ',
  'កម្ពុជា',
];
/** Javanese, Cherokee, Mongolian. */
const NOT_DRAWN = ['ꦗꦮ', 'ꮳꮃꭹ', 'ᠮᠣᠩᠭᠣᠯ'];

it('prints every label that the fonts draw as people write it', async () => {
  for (const label of DRAWN) {
    expect(printedDomain(`${domainToASCII(label)}.example`)).toBe(`${label}.example`);
    const { of } = await loadFaces([label]);
    expect([label, Array.from(label).filter((letter) => !of.has(letter.codePointAt(0) ?? 0))]).toEqual([
      label,
      [],
    ]);
  }
});

it('keeps a label in ASCII that they would not draw, and that one alone', async () => {
  for (const label of NOT_DRAWN) {
    const ascii = domainToASCII(label);
    expect(printedDomain(`${ascii}.xn--mnchen-3ya.example`)).toBe(`${ascii}.münchen.example`);
    const { of } = await loadFaces([label]);
    expect(Array.from(label).some((letter) => !of.has(letter.codePointAt(0) ?? 0))).toBe(true);
  }
  expect(printedDomain('plain.example')).toBe('plain.example');
});
