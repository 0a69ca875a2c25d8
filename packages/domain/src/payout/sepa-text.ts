/**
 * Text that every bank of the SEPA takes: Latin letters, figures, blank and / - ? : ( ) . , ' +
 * Accents fall off their letter, Greek and Cyrillic are written in Latin letters, anything else becomes a full stop.
 */
export function sepaText(text: string, maxLength: number): string {
  const latin = [...text.normalize('NFKD')].map(latinOf).join('');
  return latin
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\s+/g, ' ')
    .replace(/\/{2,}/g, '/')
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .slice(0, maxLength)
    .trim()
    .replace(/\/+$/, '');
}

/** Whether a name is still one after it was written in those characters. */
export function isSepaName(text: string): boolean {
  return /[A-Za-z]/.test(sepaText(text, SEPA_NAME_LENGTH));
}

/** A party's name in a credit transfer. */
export const SEPA_NAME_LENGTH = 70;
export const SEPA_REMITTANCE_LENGTH = 140;

/** The schema's amounts have at most 18 digits; the rulebook ends here. */
export const SEPA_TRANSFER_MAX_MICROS = 999_999_999_990_000n;

const COMBINING = /^\p{M}$/u;

function latinOf(character: string): string {
  if (COMBINING.test(character)) return '';
  if (/^\s$/.test(character)) return ' ';
  const small = LATIN[character] ?? LATIN[character.toLowerCase()];
  if (small === undefined) return character;
  if (LATIN[character] !== undefined || small === '') return small;
  return small.charAt(0).toUpperCase() + small.slice(1);
}

const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: 'y',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  і: 'i',
  ґ: 'g',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  ѕ: 'dz',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '&': '+',
  _: '-',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  ';': ',',
  '"': "'",
  '“': "'",
  '”': "'",
  '„': "'",
};
