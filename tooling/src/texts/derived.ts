import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import { ISSUE_MESSAGES } from '@placard/contract/issue-messages';
import { REFUSAL_MESSAGES } from '@placard/contract/refusal-messages';
import { DIMENSIONS, METRICS } from '@placard/domain/analytics/metrics';
import type { TextTree } from '@placard/texts/text-tree';

const FOLDER = 'packages/texts/src';

function each<Value>(table: Readonly<Record<string, Value>>, text: (value: Value) => string): TextTree {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, text(value)]));
}

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
    ...REFUSAL_MESSAGES,
  },
};

export function asFile(tree: TextTree): string {
  return `${JSON.stringify(tree, null, 2)}\n`;
}
