import { ERROR_CATALOGUE, type ErrorCode } from '@placard/contract/error-catalogue';
import { ISSUE_MESSAGES } from '@placard/contract/issue-messages';
import { REFUSALS, type RefusalCode } from '@placard/contract/refusal-messages';
import { SAID_VALUES, type SaidValues } from '@placard/contract/status-refusals';
import { DIMENSIONS, METRICS } from '@placard/domain/analytics/metrics';
import type { Language } from '@placard/domain/language';
import germanErrors from '@placard/texts/errors.de.json' with { type: 'json' };
import type { TextTree } from '@placard/texts/text-tree';

const FOLDER = 'packages/texts/src';

function each<Value>(table: Readonly<Record<string, Value>>, text: (value: Value) => string): TextTree {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, text(value)]));
}

const SAID = Object.fromEntries(
  Object.entries(SAID_VALUES).map(([name, values]) => [
    name,
    Object.fromEntries(values.map((value) => [value, value])),
  ]),
);

type ErrorWords = Readonly<Record<ErrorCode | RefusalCode, string>> & {
  readonly said: {
    readonly [Name in keyof SaidValues]: Readonly<Record<SaidValues[Name][number], string>>;
  };
};

/** A status, an action or an error that a language has no sentence for is named by the compiler here. */
export const ERROR_WORDS: Readonly<Record<Exclude<Language, 'en'>, ErrorWords>> = {
  de: germanErrors,
};

/**
 * English catalogues of what the API says in English itself: its words stay where it has them, and translators get
 * them as a file.
 */
export const DERIVED: Readonly<Record<string, TextTree>> = {
  [`${FOLDER}/metrics.en.json`]: {
    name: each(METRICS, ({ label }) => label),
    explanation: each(METRICS, ({ explanation }) => explanation),
    dimension: each(DIMENSIONS, ({ label }) => label),
  },
  [`${FOLDER}/issues.en.json`]: ISSUE_MESSAGES,
  [`${FOLDER}/errors.en.json`]: {
    ...each(ERROR_CATALOGUE, ({ message }) => message),
    ...REFUSALS,
    said: SAID,
  },
};

export function asFile(tree: TextTree): string {
  return `${JSON.stringify(tree, null, 2)}\n`;
}
