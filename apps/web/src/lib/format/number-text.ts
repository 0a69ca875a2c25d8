/** Why a text is no number that the field takes. */
export type NumberFault = 'negative' | 'decimals' | 'too_large' | 'unreadable';

export type NumberReading =
  | { readonly empty: true }
  | { readonly value: number }
  | { readonly fault: NumberFault };

export type NumberNotation = {
  /** Decimals that count; zeros behind them do not. */
  readonly decimals: number;
  /** What may stand before or after the figures: "$", "USD", "px". */
  readonly affixes: readonly string[];
};

/** A double keeps any 15 decimal digits exactly. */
const MAX_DIGITS = 15;

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g;
const APOSTROPHES = /[’‘]/g;
const DASHES = /[−‐‑‒–—﹣-]/g;

type Marks = {
  readonly decimal: string;
  readonly digits: readonly string[];
  readonly grouped: Intl.NumberFormat;
};
const marksByLocale = new Map<string, Marks>();

/** One spelling of what looks the same: spaces, apostrophes and dashes of any kind. */
const plain = (text: string): string =>
  text
    .replace(DIRECTION_MARKS, '')
    .replace(SPACES, ' ')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .trim();

function marksOf(locale: string): Marks {
  let marks = marksByLocale.get(locale);
  if (marks === undefined) {
    const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
    marks = {
      decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
      digits: Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat(locale).format(digit)),
      grouped: new Intl.NumberFormat(locale, { useGrouping: 'always' }),
    };
    marksByLocale.set(locale, marks);
  }
  return marks;
}

const latinDigits = (text: string, digits: readonly string[]): string =>
  digits.reduce((changed, digit, value) => changed.replaceAll(digit, String(value)), text);

function withoutAffixes(text: string, affixes: readonly string[]): string {
  let rest = text;
  for (const affix of affixes) {
    if (affix === '') continue;
    if (rest.startsWith(affix)) rest = rest.slice(affix.length).trim();
    if (rest.endsWith(affix)) rest = rest.slice(0, -affix.length).trim();
  }
  return rest;
}

/** Figures without groups, or `null` where the groups are not those of the language: "1,5" and "1.000" in English. */
function wholeDigits(text: string, { grouped, digits }: Marks): string | null {
  if (text === '') return '0';
  const figures = text.replace(/\D/g, '');
  if (figures === '' || figures.length > 2 * MAX_DIGITS) return null;
  const alone = figures === text;
  if (!alone && latinDigits(plain(grouped.format(BigInt(figures))), digits) !== text) return null;
  return figures.replace(/^0+(?=\d)/, '');
}

function readFigures(text: string, marks: Marks, decimals: number): NumberReading {
  const [whole = '', fraction = '', ...more] = text.split(marks.decimal);
  const digits = wholeDigits(whole, marks);
  if (digits === null || more.length > 0 || !/^\d*$/.test(fraction) || whole + fraction === '') {
    return { fault: 'unreadable' };
  }
  const counting = fraction.replace(/0+$/, '');
  if (counting.length > decimals) return { fault: 'decimals' };
  if (digits.length + counting.length > MAX_DIGITS) return { fault: 'too_large' };
  return { value: Number(`${digits}.${counting}`) };
}

/**
 * The number that somebody typed or pasted, as their language writes it: "$1,000.00", "1000", "1 000,5" in French.
 * What is not wholly understood is a fault, never another number: no exponents, no sign that is dropped.
 */
export function readNumber(
  typed: string,
  locale: string,
  { decimals, affixes }: NumberNotation,
): NumberReading {
  const marks = marksOf(locale);
  const spellings = affixes.map(plain);
  const bare = withoutAffixes(latinDigits(plain(typed), marks.digits), spellings);
  if (bare === '') return { empty: true };
  const unsigned = bare.replace(/^\((.*)\)$/, '-$1').replace(/^-\s*|\s*-$/, '');
  const reading = readFigures(withoutAffixes(unsigned, spellings), marks, decimals);
  if (unsigned === bare || ('fault' in reading && reading.fault === 'unreadable')) return reading;
  return { fault: 'negative' };
}

/** What stands around the figures where a number is shown: "$", " px", in each of its plural forms. */
export function affixesOf(show: (value: number) => string): string[] {
  const around = [0, 1, 2, 5].flatMap((value) => show(value).split(/\p{Nd}(?:.*\p{Nd})?/u));
  return [...new Set(around.map((affix) => affix.trim()))]
    .filter((affix) => affix !== '')
    .sort((first, second) => second.length - first.length);
}
