import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${source}/${file}`, 'utf8');
const classesOf = (css: string) =>
  new Set(
    [
      ...css
        .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|"[^"]*"/gs, '')
        .matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g),
    ].map((match) => match[1] ?? ''),
  );

const sheets = globSync('**/*.css', { cwd: source });
const shared = classesOf(globSync('app/shared*.css', { cwd: source }).map(read).join('\n'));
const known = new Set([...shared, ...classesOf(read('app/base.css')), ...classesOf(read('app/print.css'))]);
const screens = new Map(
  globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, read(file)] as const),
);
/** What stands in quotes in an attribute that names classes, without what is filled in; what a condition compares with is no class. */
const written = [...screens.values()].flatMap((text) =>
  [
    ...text
      .replaceAll(/[=!]== '[^']*'/g, '')
      .matchAll(/className=(?:"([^"]*)"|\{([^}]*(?:\$\{[^}]*\}[^}]*)*)\})/g),
  ].flatMap((match) =>
    match[1] === undefined
      ? [...(match[2] ?? '').matchAll(/`([^`]*)`|'([^']*)'/g)].map((quoted) =>
          (quoted[1] ?? quoted[2] ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
        )
      : [match[1]],
  ),
);
const words = new Set(written.flatMap((text) => text.split(/\s+/)).filter((word) => word !== ''));

describe('the shared classes', () => {
  it('are all that a screen names', () => {
    expect(words.size).toBeGreaterThan(50);
    expect([...words].filter((word) => !known.has(word))).toEqual([]);
  });

  it('are all named by one', () => {
    const everything = [...screens.values()].join('\n');
    expect([...shared].filter((name) => !new RegExp(`['"\`\\s]${name}['"\`\\s]`).test(everything))).toEqual(
      [],
    );
  });
});

type Use = { readonly file: string; readonly sheet: string; readonly named: Set<string> };

/** Which classes a file takes from a sheet of its own. */
const uses: readonly Use[] = [...screens].flatMap(([file, text]) =>
  [...text.matchAll(/^import (\w+) from '([^']*\.module\.css)';$/gm)].map(([line, variable, path = '']) => ({
    file,
    sheet: normalize(join(dirname(file), path)),
    named: new Set(
      [...text.replace(line, '').matchAll(new RegExp(`(?<![\\w/-])${variable}(?:\\.(\\w+)|\\[)`, 'g'))].map(
        (match) => match[1] ?? '[…]',
      ),
    ),
  })),
);

describe('a sheet of a part', () => {
  const own = sheets.filter((sheet) => sheet.endsWith('.module.css'));

  it('has every class that is taken from it', () => {
    expect(uses.length).toBeGreaterThan(50);
    expect(
      uses.flatMap(({ file, sheet, named }) => {
        const there = classesOf(read(sheet));
        return [...named]
          .filter((name) => name !== '[…]' && !there.has(name))
          .map((name) => `${file}: ${name}`);
      }),
    ).toEqual([]);
  });

  it('has none that nothing takes', () => {
    expect(
      own.flatMap((sheet) => {
        const named = new Set(uses.filter((use) => use.sheet === sheet).flatMap((use) => [...use.named]));
        const looked = named.has('[…]') ? [] : [...classesOf(read(sheet))];
        return looked.filter((name) => !named.has(name)).map((name) => `${sheet}: ${name}`);
      }),
    ).toEqual([]);
  });
});

it('says nothing of three declarations or more twice', () => {
  const said = new Map<string, string[]>();
  for (const sheet of sheets) {
    const css = read(sheet).replaceAll(/\/\*.*?\*\//gs, '');
    for (const [, selector = '', body = ''] of css.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
      const lines = body.split(';').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
      // Tokens have their values for each scheme.
      if (lines.length < 3 || lines.every((line) => line.startsWith('--'))) continue;
      const key = lines.toSorted().join('; ');
      said.set(key, [...(said.get(key) ?? []), `${sheet} ${selector.trim()}`]);
    }
  }
  expect(said.size).toBeGreaterThan(100);
  expect([...said.values()].filter((places) => places.length > 1)).toEqual([]);
});
