import { setApart } from '@placard/texts/set-apart';

const MICROS = /Micros$/;
const MICROS_PER_DOLLAR = 1_000_000;

export type AuditFact = {
  /** "total budget" */
  readonly name: string;
  /** What it was, where the line is about a change. */
  readonly before?: string;
  readonly value: string;
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** "totalBudget" → "total budget", "first_name" → "first name" */
function plainName(key: string): string {
  return key
    .replace(MICROS, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** "refund_return" → "Refund return", for what has no words of its own. */
export function wordsOfKey(key: string): string {
  const words = plainName(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Written as a program names things: "bank_transfer", "BRAND_AWARENESS", "takeDown". */
const KEY = /^(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]+[A-Z][a-zA-Z]*)$/;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(textOf).join(', ');
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([key, part]) => `${plainName(key)}: ${textOf(part)}`);
    return parts.length === 0 ? '–' : parts.join('; ');
  }
  const text = String(value);
  // Several names stand beside one another, and beside what they are called.
  if (!KEY.test(text)) return setApart(text);
  return text === text.toUpperCase() ? plainName(text.toLowerCase()) : plainName(text);
}

/** The details of one line, in words as far as they are known: amounts of micro-dollars as `money` writes dollars. */
export function auditFacts(
  detail: Readonly<Record<string, unknown>>,
  money: (dollars: number) => string,
): AuditFact[] {
  return Object.entries(detail).map(([key, value]) => {
    const name = plainName(key);
    const write = (part: unknown) =>
      MICROS.test(key) && /^-?\d+$/.test(String(part))
        ? money(Number(part) / MICROS_PER_DOLLAR)
        : textOf(part);
    if (isRecord(value) && 'before' in value && 'after' in value) {
      return { name, before: write(value.before), value: write(value.after) };
    }
    return { name, value: write(value) };
  });
}
