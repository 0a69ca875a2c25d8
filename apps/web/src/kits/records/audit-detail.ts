import type { AuditFact as FactName } from '@placard/domain/audit';
import { setApart } from '@placard/texts/set-apart';
import type { Translate } from '../../i18n/texts.ts';
import { auditFactTexts } from './audit-fact-texts.ts';
import { MICROS, plainName } from './plain-words.ts';

export type FactWords = Translate<typeof auditFactTexts.english>;

/** Each fact that the log may tell has a name. */
const NAMES: Readonly<Record<FactName, string>> = auditFactTexts.english.name;
const VALUES = auditFactTexts.english.value;
/** What these say is chosen, and ours to word; what others say may be anybody's words. */
const CHOSEN: readonly string[] = [
  'campaignStatus',
  'devices',
  'gateway',
  'kind',
  'method',
  'payingAccount',
  'role',
  'roles',
  'secondFactor',
  'signUp',
  'signingKeyRenewal',
  'status',
  'stepUp',
  'totpRequired',
  'type',
] satisfies readonly FactName[];

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

/** Written as a program names things: "bank_transfer", "BRAND_AWARENESS", "takeDown". */
const KEY = /^(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]+[A-Z][a-zA-Z]*)$/;

const isName = (key: string): key is FactName => Object.hasOwn(NAMES, key);
const isChosen = (text: string): text is keyof typeof VALUES => Object.hasOwn(VALUES, text);

/** What is of a time, or of a part, that has no name here is called as the log calls it. */
const nameOf = (t: FactWords, key: string): string => (isName(key) ? t(`name.${key}`) : plainName(key));

function textOf(t: FactWords, key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) {
    return value.length === 0 ? '–' : value.map((each) => textOf(t, key, each)).join(', ');
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).map(
      ([inner, part]) => `${nameOf(t, inner)}: ${textOf(t, inner, part)}`,
    );
    return parts.length === 0 ? '–' : parts.join('; ');
  }
  const text = String(value);
  if (CHOSEN.includes(key) && isChosen(text)) return t(`value.${text}`);
  // Several names stand beside one another, and beside what they are called.
  if (!KEY.test(text)) return setApart(text);
  return text === text.toUpperCase() ? plainName(text.toLowerCase()) : plainName(text);
}

/** The details of one line, in words as far as they are known: amounts of micro-dollars as `money` writes dollars. */
export function auditFacts(
  t: FactWords,
  detail: Readonly<Record<string, unknown>>,
  money: (dollars: number) => string,
): AuditFact[] {
  return Object.entries(detail).map(([key, value]) => {
    const name = nameOf(t, key);
    const write = (part: unknown) =>
      MICROS.test(key) && /^-?\d+$/.test(String(part))
        ? money(Number(part) / MICROS_PER_DOLLAR)
        : textOf(t, key, part);
    if (isRecord(value) && 'before' in value && 'after' in value) {
      return { name, before: write(value.before), value: write(value.after) };
    }
    return { name, value: write(value) };
  });
}
