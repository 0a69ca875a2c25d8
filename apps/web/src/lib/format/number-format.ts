import { wholeCents } from '@placard/domain/analytics/shown-amount';
import { currentLocale } from '../../i18n/texts.ts';

type Options = Intl.NumberFormatOptions;
const formats = new Map<string, Intl.NumberFormat>();

/** Making a formatter costs some 50 µs, using one less than 1: a table of 100 rows keeps them. */
function formatOf(options: Options): Intl.NumberFormat {
  const locale = currentLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** 1234567 → "1,234,567" */
export function formatNumber(value: number): string {
  return formatOf({ maximumFractionDigits: 2 }).format(value);
}

/** 1234567 → "1.2M"; below 10,000 in full. */
export function formatCompact(value: number): string {
  if (Math.abs(value) < 10_000) return formatNumber(value);
  return formatOf({ notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

const LEAST_SHARE = 0.0001;
const LEAST_MEAN = 0.01;
/** What is off by no more than that is off because binary fractions are. */
const ROUNDING = 1e-9;

/**
 * 0.1234 → "12.3%", 0.97031 → "97.0%", as many digits as its neighbours in a column; whole percents go without. What is
 * not nothing never looks like it: 0.00004 → "<0.01%".
 */
export function formatPercent(share: number): string {
  const whole = Math.round(share * 100);
  const isWhole = Math.abs(share * 100 - whole) < ROUNDING && (whole !== 0 || share === 0);
  const digits = isWhole ? 0 : Math.abs(share) < 0.1 ? 2 : 1;
  const format = formatOf({
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (share === 0 || Math.abs(share) >= LEAST_SHARE / 2) return format.format(share);
  return share > 0 ? `<${format.format(LEAST_SHARE)}` : `>${format.format(-LEAST_SHARE)}`;
}

/** A mean, as impressions per viewer: with two decimals, so that a column of them stands in line. */
export function formatMean(value: number): string {
  const format = formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return value > 0 && value < LEAST_MEAN / 2 ? `<${format.format(LEAST_MEAN)}` : format.format(value);
}

const exact = (currency: string): Options => ({
  style: 'currency',
  currency,
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

/** Exact to the micro, at least cents: 12.5 → "$12.50", 0.002345 → "$0.002345". */
export function formatMoney(dollars: number, currency: string): string {
  return formatOf(exact(currency)).format(dollars);
}

/**
 * The same in three parts, so that the cents can be read first: 1234.5678 → "$1,234.56", "78", "". The last is what
 * a locale writes after the amount: "1.234,56", "78", " €".
 */
export function moneyParts(
  dollars: number,
  currency: string,
): { readonly cents: string; readonly belowCents: string; readonly end: string } {
  const parts = formatOf(exact(currency)).formatToParts(dollars);
  const at = parts.findIndex(({ type }) => type === 'fraction');
  const fraction = parts[at]?.value ?? '';
  const text = (some: typeof parts) => some.map(({ value }) => value).join('');
  return {
    cents: text(parts.slice(0, at)) + fraction.slice(0, 2),
    belowCents: fraction.slice(2),
    end: text(parts.slice(at + 1)),
  };
}

/** For columns, in whole cents (`wholeCents`); the exact amount belongs on hover, and cards, columns and the wallet's chip agree. */
export function formatMoneyCents(dollars: number, currency: string): string {
  const format = formatOf({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const shown = wholeCents(dollars);
  return shown.beyond + format.format(shown.dollars);
}

/** From here on cards and axes say thousands. */
export const SHORT_FROM = 10_000;

/** For cards, chips and axes: as in columns up to 10,000, then "$12.3K". The exact amount belongs on hover. */
export function formatMoneyShort(dollars: number, currency: string): string {
  if (Math.abs(dollars) < SHORT_FROM) return formatMoneyCents(dollars, currency);
  return formatOf({ style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }).format(
    dollars,
  );
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 5242880 → "5 MB", in steps of 1,024 as the specification's 5MB limit counts. */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const unit = BYTE_UNITS[step] ?? 'byte';
  // In short, English has one "byte" for all numbers of them.
  const unitDisplay = step === 0 ? 'long' : 'short';
  return formatOf({ style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / 1024 ** step,
  );
}
