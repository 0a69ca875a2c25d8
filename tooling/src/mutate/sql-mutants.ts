/** A piece of SQL that becomes another: where (offset within the text, length), and what. */
export type SqlBreak = {
  readonly name: string;
  readonly at: number;
  readonly length: number;
  readonly becomes: string;
};

const EQUALITY = 'equality in SQL';

/** What stands in SQL where a rule is, and what it becomes when the rule is another. Applied to each place one at a time. */
const WORDS: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly becomes: (match: string) => string;
}[] = [
  {
    name: 'edge of a comparison in SQL',
    pattern: /(?<=\s)(?:<=|>=|<|>)(?=\s)/g,
    becomes: (found) => (found.length === 2 ? found.slice(0, 1) : `${found}=`),
  },
  { name: EQUALITY, pattern: /(?<=[\w)]\s+)=(?=\s+[$'(\w])/g, becomes: () => '<>' },
  { name: 'inequality in SQL', pattern: /(?<=\s)(?:<>|!=)(?=\s)/g, becomes: () => '=' },
  { name: 'or in SQL', pattern: /\bor\b(?! replace)/gi, becomes: () => 'and' },
  { name: 'least in SQL', pattern: /\bleast(?=\()/gi, becomes: () => 'greatest' },
  { name: 'greatest in SQL', pattern: /\bgreatest(?=\()/gi, becomes: () => 'least' },
  { name: 'min in SQL', pattern: /\bmin(?=\()/gi, becomes: () => 'max' },
  { name: 'max in SQL', pattern: /\bmax(?=\()/gi, becomes: () => 'min' },
  { name: 'order in SQL', pattern: /\bdesc\b/gi, becomes: () => 'asc' },
  { name: 'existence in SQL', pattern: /\bnot exists\b/gi, becomes: () => 'exists' },
  { name: 'null in SQL', pattern: /\bis not null\b/gi, becomes: () => 'is null' },
  { name: 'null in SQL', pattern: /\bis null\b/gi, becomes: () => 'is not null' },
  { name: 'sum in SQL', pattern: /(?<=\s)\+(?=\s)/g, becomes: () => '-' },
  { name: 'difference in SQL', pattern: /(?<=[\w)]\s)-(?=\s[\w($])/g, becomes: () => '+' },
  { name: 'distinct in SQL', pattern: /\bdistinct (?!on\b|from\b)/gi, becomes: () => '' },
  {
    name: 'lock in SQL',
    pattern: /\bfor (?:no key update|update|key share|share)\b(?: of \w+(?:, \w+)*)?/gi,
    becomes: () => '',
  },
  { name: 'passing by of locked rows in SQL', pattern: /\bskip locked\b/gi, becomes: () => '' },
  { name: 'conflict in SQL', pattern: /\bon conflict\b[^;]*?\bdo nothing\b/gi, becomes: () => '' },
  // One more at both, and the parameter is still asked for.
  { name: 'number in SQL', pattern: /\b(?:limit|offset) \$\w+/gi, becomes: (found) => `${found} + 1` },
  {
    name: 'number in SQL',
    pattern: /(?<![\w$.:'"-])\d+(?![\w.'"])/g,
    becomes: (found) => String(BigInt(found) + 1n),
  },
];

const STATEMENT = /^\s*(?:--.*\n\s*)?(?:select|insert|update|delete|with|merge|lock)\b/i;
/** Words before a condition: each of its parts is one that may not matter. `on` alone joins, and without it all is joined. */
const CONDITION = /\b(?:where|having|and|when)\b/gi;
const AFTER_TERM =
  /^(?:and|or|then|else|when|where|group by|order by|having|limit|offset|returning|union|window|as|set|on|do|for|(?:left |right |full |inner |cross )?join)\b/i;
const AFTER_ORDER =
  /^(?:limit|offset|for|returning|union|rows|range|groups|nulls|(?:left |right |full |inner |cross )?join)\b/i;
const INDEX_OF_CONFLICT = /\bon conflict\s*\((?:[^()]|\([^()]*\))*\)\s*$/i;
const TURNED = ' desc';

/** Whether a piece of text is SQL by its first word; fragments are recognised by their `sql` tag instead. */
export function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}

/** Texts within the SQL say nothing of its own; as many letters stand for them. */
function withoutTexts(text: string): string {
  return text
    .replace(/--.*$/gm, (found) => ' '.repeat(found.length))
    .replace(/'(?:[^']|'')*'/g, (found) => `'${'s'.repeat(found.length - 2)}'`);
}

/** Where what begins at an offset ends: at a word that ends it, or where the bracket closes that it stands in. */
function endOf(sql: string, from: number, after: RegExp, stopAtComma: boolean): number {
  let depth = 0;
  let pairs = 0;
  for (let at = from; at < sql.length; at += 1) {
    const sign = sql[at] ?? '';
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && (sign === ';' || (stopAtComma && sign === ','))) return at;
    else if (/\w/.test(sign) && !/[\w$.]/.test(sql[at - 1] ?? '')) {
      const rest = sql.slice(at, at + 24);
      if (/^case\b/i.test(rest)) depth += 1;
      else if (/^end\b/i.test(rest)) {
        if (depth === 0) return at;
        depth -= 1;
      } else if (depth === 0 && /^between\b/i.test(rest)) pairs += 1;
      else if (depth === 0 && pairs > 0 && /^and\b/i.test(rest)) pairs -= 1;
      else if (depth === 0 && at > from && after.test(rest)) return at;
    }
  }
  return sql.length;
}

/** The `and` of a `between` joins no conditions. */
function isOfBetween(sql: string, at: number): boolean {
  const before = sql.slice(0, at).toLowerCase();
  const between = before.lastIndexOf(' between ');
  return between !== -1 && !/\b(?:and|or|where|then|preceding|following)\b/.test(before.slice(between + 9));
}

/** Each part of a condition, holding always: its parameters are still asked for. */
function terms(sql: string, text: string): SqlBreak[] {
  return [...sql.matchAll(CONDITION)].flatMap((match) => {
    const word = match[0].toLowerCase();
    if (word === 'and' && isOfBetween(sql, match.index)) return [];
    if (word === 'where' && INDEX_OF_CONFLICT.test(sql.slice(0, match.index))) return [];
    const from =
      match.index +
      match[0].length +
      (/^\s*/.exec(sql.slice(match.index + match[0].length))?.[0].length ?? 0);
    const term = text.slice(from, endOf(sql, from, AFTER_TERM, true)).trimEnd();
    if (term === '' || /^(?:not )?(?:true|false)$/i.test(term) || /^(?:not )?matched\b/i.test(term))
      return [];
    return [
      { name: 'condition left out in SQL', at: from, length: term.length, becomes: `(${term} or true)` },
    ];
  });
}

/** The last of several is left out: what decides between equals. A single one is turned. */
function orders(sql: string, text: string): SqlBreak[] {
  return [...sql.matchAll(/\border by\s+/gi)].flatMap((match) => {
    const from = match.index + match[0].length;
    const end = endOf(sql, from, AFTER_ORDER, false);
    const whole = text.slice(from, end).trimEnd();
    let last = from;
    for (let comma = endOf(sql, from, AFTER_ORDER, true); sql[comma] === ',' && comma < end; ) {
      last = comma;
      comma = endOf(sql, comma + 1, AFTER_ORDER, true);
    }
    if (last > from) {
      return [{ name: 'tie-break in SQL', at: last, length: from + whole.length - last, becomes: '' }];
    }
    if (whole === '' || /\b(?:desc|asc)\b|\$\w+$/i.test(sql.slice(from, from + whole.length))) return [];
    return [{ name: 'order in SQL', at: from + whole.length, length: 0, becomes: TURNED }];
  });
}

/** Signs of `set a = b`: they compare nothing. */
function assignments(sql: string): Set<number> {
  const signs = new Set<number>();
  for (const match of sql.matchAll(/\bset\s+(?=[\w"(])/gi)) {
    let from = match.index + match[0].length;
    for (;;) {
      const sign = sql.indexOf('=', from);
      if (sign === -1) break;
      signs.add(sign);
      const end = endOf(sql, sign + 1, /^(?:where|from|returning)\b/i, true);
      if (sql[end] !== ',') break;
      from = end;
    }
  }
  return signs;
}

function updates(sql: string, text: string): SqlBreak[] {
  return [...sql.matchAll(/\bdo update\b/gi)].map((match) => {
    const found = text.slice(match.index, endOf(sql, match.index, /^returning\b/i, false)).trimEnd();
    return { name: 'conflict in SQL', at: match.index, length: found.length, becomes: 'do nothing' };
  });
}

function intervals(text: string): SqlBreak[] {
  return [...text.matchAll(/(?<=\binterval ')\d+/gi)].map((match) => ({
    name: 'number in SQL',
    at: match.index,
    length: match[0].length,
    becomes: String(Number(match[0]) + 1),
  }));
}

/**
 * The breaks of a piece of SQL.
 * @param holes parts of the text that are put in from elsewhere: each is one value or fragment, whatever it says
 */
export function sqlBreaks(
  text: string,
  holes: readonly { readonly start: number; readonly end: number }[] = [],
): SqlBreak[] {
  let masked = text;
  for (const { start, end } of holes) {
    masked = `${masked.slice(0, start)}$${'h'.repeat(end - start - 1)}${masked.slice(end)}`;
  }
  const sql = withoutTexts(masked);
  const assigned = assignments(sql);
  const parts = terms(sql, text);
  // A comparison that is a whole part of a condition is left out with it, which is harder to notice.
  const isPart = (at: number) =>
    parts.some(
      (part) =>
        part.at < at && at < part.at + part.length && !/\b(?:and|or)\b|[()]/i.test(sql.slice(part.at, at)),
    );
  const words = WORDS.flatMap(({ name, pattern, becomes }) =>
    [...sql.matchAll(pattern)]
      .filter(({ index }) => name !== EQUALITY || !(assigned.has(index) || isPart(index)))
      .map((match) => ({
        name,
        at: match.index,
        length: match[0].length,
        becomes: becomes(text.slice(match.index, match.index + match[0].length)),
      })),
  );
  return [...words, ...parts, ...orders(sql, text), ...updates(sql, text), ...intervals(masked)];
}
