import type { Language } from '@placard/domain/language';
import { formatMicros, type Micros } from '@placard/domain/micros';

/** What is put into words only once it is known who reads it. */
export type Worded = (language: Language) => string;

const CENTS_PER_WHOLE = 100n;
/** English money is written as invoices always were: `USD 1,250.00`. Groups and decimals of other languages are their own. */
const MARKS: Readonly<Record<Language, { readonly group: string; readonly decimal: string }>> = {
  en: { group: ',', decimal: '.' },
  de: { group: '.', decimal: ',' },
};

/** A plain decimal number in the language's marks: "-1234.50" → "-1.234,50". */
export function decimalIn(language: Language, plain: string): string {
  const { group, decimal } = MARKS[language];
  const [whole = '', rest] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return rest === undefined ? grouped : `${grouped}${decimal}${rest}`;
}

/** Money as mails and invoices show it: `USD 1,250.00`. */
export function moneyIn(cents: bigint, currency: string): Worded {
  const sign = cents < 0n ? '-' : '';
  const absolute = cents < 0n ? -cents : cents;
  const part = String(absolute % CENTS_PER_WHOLE).padStart(2, '0');
  const plain = `${sign}${absolute / CENTS_PER_WHOLE}.${part}`;
  return (language) => `${currency} ${decimalIn(language, plain)}`;
}

/** Money to the millionth, as a statement adds it up. @param decimals at least so many, so that a column has one number of them */
export function microsIn(micros: Micros, currency: string, decimals = 0): Worded {
  const plain = formatMicros(micros);
  const padded = plain + '0'.repeat(Math.max(0, decimals - decimalsOf(micros)));
  return (language) => `${currency} ${decimalIn(language, padded)}`;
}

export function decimalsOf(micros: Micros): number {
  const plain = formatMicros(micros);
  return plain.length - plain.indexOf('.') - 1;
}

/** An instant by the clock of a zone, which is named: "March 5, 2026 at 23:59 (Europe/Berlin)". */
export function instantIn(at: Date, timeZone: string): Worded {
  return (language) => {
    const shown = new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone,
    }).format(at);
    return `${shown} (${timeZone})`;
  };
}

/** "2026-03-01" → "March 1, 2026" */
export function dayIn(day: string): Worded {
  const at = new Date(`${day}T00:00:00Z`);
  return (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** "2026-03-01" → "March 2026" */
export function monthIn(month: string): Worded {
  const at = new Date(`${month}T00:00:00Z`);
  return (language) =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}
