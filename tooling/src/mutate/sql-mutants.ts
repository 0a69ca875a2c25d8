/** What stands in SQL where a rule is, and what it becomes when the rule is another. Applied to each place one at a time. */
const SQL_BREAKS: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly becomes: (match: string) => string;
}[] = [
  {
    name: 'edge of a comparison in SQL',
    pattern: /(?<= )(?:<=|>=|<|>)(?= )/g,
    becomes: (found) => (found.length === 2 ? found.slice(0, 1) : `${found}=`),
  },
  { name: 'equality in SQL', pattern: /(?<=\w\)? )=(?= [$'(\w])/g, becomes: () => '<>' },
  { name: 'inequality in SQL', pattern: /(?<= )(?:<>|!=)(?= )/g, becomes: () => '=' },
  { name: 'and in SQL', pattern: /\band\b(?! \$?\w+ *(?:following|preceding))/gi, becomes: () => 'or' },
  { name: 'or in SQL', pattern: /\bor\b(?! replace)/gi, becomes: () => 'and' },
  { name: 'least in SQL', pattern: /\bleast(?=\()/gi, becomes: () => 'greatest' },
  { name: 'greatest in SQL', pattern: /\bgreatest(?=\()/gi, becomes: () => 'least' },
  { name: 'min in SQL', pattern: /\bmin(?=\()/gi, becomes: () => 'max' },
  { name: 'max in SQL', pattern: /\bmax(?=\()/gi, becomes: () => 'min' },
  { name: 'order in SQL', pattern: /\bdesc\b/gi, becomes: () => 'asc' },
  { name: 'existence in SQL', pattern: /\bnot exists\b/gi, becomes: () => 'exists' },
  { name: 'null in SQL', pattern: /\bis not null\b/gi, becomes: () => 'is null' },
  { name: 'null in SQL', pattern: /\bis null\b/gi, becomes: () => 'is not null' },
  { name: 'sum in SQL', pattern: /(?<= )\+(?= )/g, becomes: () => '-' },
  { name: 'difference in SQL', pattern: /(?<=[\w)] )-(?= [\w($])/g, becomes: () => '+' },
  {
    name: 'number in SQL',
    pattern: /(?<![\w$.:'"-])\d+(?![\w.'"])/g,
    becomes: (found) => String(BigInt(found) + 1n),
  },
];

const STATEMENT = /^\s*(?:--.*\n\s*)?(?:select|insert|update|delete|with|merge|lock)\b/i;

/** Whether a piece of text is SQL by its first word; fragments are recognised by their `sql` tag instead. */
export function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}

/** The breaks of a piece of SQL: where (offset within the text, length) and what it becomes. */
export function sqlBreaks(
  text: string,
): { readonly name: string; readonly at: number; readonly length: number; readonly becomes: string }[] {
  return SQL_BREAKS.flatMap(({ name, pattern, becomes }) =>
    [...text.matchAll(pattern)].map((match) => ({
      name,
      at: match.index,
      length: match[0].length,
      becomes: becomes(match[0]),
    })),
  );
}
