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

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(textOf).join(', ');
  return isRecord(value) ? JSON.stringify(value) : String(value);
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
