import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const classesOf = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][a-z0-9-]*)/g)].map((match) => match[1]));

const shared = classesOf(
  `${read('app/shared.css')}${read('app/shared-parts.css')}`.replaceAll(/\/\*.*?\*\//gs, ''),
);
const known = new Set([...shared, ...classesOf(read('app/base.css')), ...classesOf(read('app/print.css'))]);
/** What a condition compares with is no class. */
const screens = globSync('**/*.tsx', { cwd: source }).map((file) =>
  read(file).replaceAll(/[=!]== '[^']*'/g, ''),
);
/** What stands in quotes in an attribute that names classes, without what is filled in. */
const written = screens.flatMap((text) =>
  [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*(?:\$\{[^}]*\}[^}]*)*)\})/g)].flatMap((match) =>
    match[1] === undefined
      ? [...(match[2] ?? '').matchAll(/`([^`]*)`|'([^']*)'/g)].map((quoted) =>
          (quoted[1] ?? quoted[2] ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
        )
      : [match[1]],
  ),
);
const words = new Set(written.flatMap((text) => text.split(/\s+/)).filter((word) => word !== ''));

it('knows every shared class that a screen names', () => {
  expect(words.size).toBeGreaterThan(50);
  expect([...words].filter((word) => !known.has(word))).toEqual([]);
});

it('keeps no shared class that nothing names', () => {
  const everything = screens.join('\n');
  expect([...shared].filter((name) => !new RegExp(`['"\`\\s]${name}['"\`\\s]`).test(everything))).toEqual([]);
});
