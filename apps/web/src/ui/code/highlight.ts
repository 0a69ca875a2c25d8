export type TokenKind = 'plain' | 'comment' | 'string' | 'tag' | 'attribute' | 'keyword';
export type Token = { readonly kind: TokenKind; readonly text: string };

/**
 * Enough HTML and JavaScript for the snippets we hand out; a real highlighter weighs more than the whole page.
 * Order matters: what is inside a comment or a string is nothing else.
 */
const PATTERNS: readonly [TokenKind, RegExp][] = [
  ['comment', /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/],
  ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/],
  ['tag', /<\/?[a-zA-Z][\w-]*|\/?>/],
  ['attribute', /[\w:-]+(?==["'])|\b(?:async|defer|crossorigin)\b(?=[\s>])/],
  [
    'keyword',
    /\b(?:const|let|var|function|export|return|array|new|if|else|true|false|null|window|document)\b/,
  ],
];

const ALL = new RegExp(PATTERNS.map(([, pattern]) => `(${pattern.source})`).join('|'), 'g');

/** Cuts code into coloured pieces; joined again they are exactly the code. */
export function highlight(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(ALL)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const group = match.slice(1).findIndex((text) => text !== undefined);
    tokens.push({ kind: PATTERNS[group]?.[0] ?? 'plain', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}
