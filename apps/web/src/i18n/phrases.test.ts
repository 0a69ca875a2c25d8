import { compileMessage } from '@placard/texts/compile';
import { formatMessage } from '@placard/texts/format';
import { expect, it } from 'vitest';
import { formatMoney } from '../lib/format/number-format.ts';
import { formatRelative } from '../lib/format/time-format.ts';
import type { TextTree } from './texts.ts';

/** Every English catalogue, as it is written. */
const files = import.meta.glob<string>(['../**/*.en.json', '../../../../packages/texts/src/*.en.json'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

function leaves(tree: TextTree, path: readonly string[]): [string, string][] {
  return Object.entries(tree).flatMap(([key, node]): [string, string][] =>
    typeof node === 'string' ? [[[...path, key].join('.'), node]] : leaves(node, [...path, key]),
  );
}

const texts = Object.entries(files)
  .flatMap(([path, text]) => leaves(JSON.parse(text) as TextTree, [path.replace(/^.*\/|\.en\.json$/g, '')]))
  .filter(([, text]) => text.includes('{'));

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
/** What a phrase of time can be: "now", "yesterday", "last week", "3 days ago", "next month", … */
const times = [0, 1, 2, 7, 14, 31, 62, 366, 800].flatMap((days) =>
  [-1, 1].map((sign) => formatRelative(new Date(NOW + sign * days * DAY).toISOString(), NOW)),
);
const amounts = [0, 0.01, 1, 152.55, 1_000_000].map((dollars) => formatMoney(dollars, 'USD'));

/** The forms of what is put into a text, by the name of the placeholder; other placeholders take a name. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  when: times,
  amount: amounts,
  missing: amounts,
  min: amounts,
  max: amounts,
  most: amounts,
  threshold: amounts,
  price: amounts,
  winning: amounts,
};
const COUNTS = [0, 1, 2, 21];

/** All values that a message asks for: the keys of each `select`, numbers of several kinds, phrases in each form. */
function formsOf(text: string): string[] {
  const names = new Map<string, readonly (string | number)[]>();
  for (const [, name = '', kind = '', rest = ''] of text.matchAll(/\{(\w+)(?:, *(\w+),? *)?([^{}]*)/g)) {
    if (kind === 'plural' || kind === 'number') names.set(name, COUNTS);
    else if (kind === 'select') {
      const from = text.slice(text.indexOf(`{${name}, select`));
      names.set(
        name,
        [...from.matchAll(/(\w+) \{/g)].map(([, key = '']) => key),
      );
    } else if (rest === '' && !names.has(name)) names.set(name, FORMS[name] ?? ['Harbour']);
  }
  let forms: Record<string, string | number>[] = [{}];
  for (const [name, values] of names) {
    forms = forms.flatMap((form) => values.map((value) => ({ ...form, [name]: value }))).slice(0, 400);
  }
  return forms.map((values) => formatMessage(compileMessage(text), 'en', values));
}

/** What is wrong with a sentence, whatever it says. */
const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['a word twice', /\b([a-z]+) \1\b/i],
  ['last … last', /\b(last|next) (?:\w+ ){0,2}(?:last|next)\b/i],
  ['one amount of money is one', /\$[\d,.]+ (are|were|have)\b/],
  ['one is one', /(?<![\d.,$])\b1 (?!of\b)(are|were|have)\b/],
  ['space before a mark', / [,;.!?](?=\s|$)/],
  ['two spaces', / {2}/],
  ['nothing between brackets', /\(\s*\)/],
];

it.each(texts)('%s reads well in each of its forms', (_, text) => {
  for (const form of formsOf(text)) {
    for (const [fault, pattern] of FAULTS) expect(form, fault).not.toMatch(pattern);
  }
});

it('what is put into the middle of a sentence is no label: it is told by a select, quoted, or set off', () => {
  const labels = /(?<!["“(]|: |→ |^)\{(status|gate|verdict|state)\}(?!["”)])/;
  expect(texts.filter(([, text]) => labels.test(text))).toEqual([]);
});
