import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** Lines of a style sheet that would not be what they say once its px have become rem. */
function misread(css: string): string[] {
  return css.split('\n').filter(
    (line) =>
      // Without its unit calc() takes it for a number.
      /--[\w-]+:\s*0px/.test(line) ||
      // Left in px, while all else goes by the letters' size.
      /@container[^{]*\dpx/.test(line),
  );
}

describe('lengths that the build writes in rem', () => {
  it('are what they say in every style sheet', () => {
    const sheets = globSync('**/*.css', { cwd: SOURCES });
    expect(sheets.length).toBeGreaterThan(50);
    expect(
      sheets.flatMap((name) =>
        misread(readFileSync(join(SOURCES, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
      ),
    ).toEqual([]);
  });

  it.each([
    ['--row: 0px;', 1],
    ['--row: 0rem;', 0],
    ['margin: 0px;', 0],
    ['@container list (max-width: 560px) {', 1],
    ['@container list (max-width: 35rem) {', 0],
  ])('%s', (line, found) => {
    expect(misread(line)).toHaveLength(found);
  });
});
