import type { CatalogueFile } from './catalogue-files.ts';

/** Words that the specification spells with three dots or a straight apostrophe, and code, which has its own signs. */
const AS_THEY_ARE: readonly string[] = [
  'login.busy',
  'create.checking',
  'list.denied',
  'failed.denied',
  'form.fallbackExample',
];

const SIGNS: Readonly<Record<string, readonly (readonly [sign: RegExp, fault: string])[]>> = {
  en: [[/"|(?<=\p{L})'(?=\p{L})/u, 'straight quotes, not “…” or ’']],
  de: [
    [/["”]|(?<=\p{L})'(?=\p{L})/u, 'other quotes than „…“ or ’'],
    [/\d%/, 'a per cent sign without a space before it'],
    [/\b(du|dir|dich|dein(e[mnrs]?)?|euch|euer)\b/i, 'readers are addressed with “Sie”'],
  ],
};

/** Signs of a language that are not written as its readers write them: `path: key: what`. */
export function typographyFaults({ path, language, messages }: CatalogueFile): string[] {
  const signs = [[/\.\.\./, 'three dots, not …'] as const, ...(SIGNS[language] ?? [])];
  return [...messages].flatMap(([key, message]) =>
    AS_THEY_ARE.includes(key)
      ? []
      : signs.flatMap(([sign, fault]) => (sign.test(message) ? [`${path}: ${key}: ${fault}`] : [])),
  );
}
