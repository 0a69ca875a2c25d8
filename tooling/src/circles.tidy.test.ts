import { describe, expect, it } from 'vitest';
import { fileCircles, folderCircles } from './tidy/circles.ts';
import { importGraph } from './tidy/import-graph.ts';
import { readSources } from './tidy/source-tree.ts';

const graphOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  importGraph(
    Object.entries(imports).map(([path, targets]) => ({
      path,
      text: targets.map((target) => `import type { x } from '${target}';`).join('\n'),
    })),
  );

describe('circles', () => {
  const graph = importGraph(readSources());

  it('are found nowhere among files', () => expect(fileCircles(graph)).toEqual([]));
  it('are found nowhere among the folders of the server and the kits of the dashboard', () =>
    expect(folderCircles(graph)).toEqual([]));

  it('of files are found, however long they are', () => {
    const circle = { 'a/src/a.ts': ['./b.ts'], 'a/src/b.ts': ['./c.ts'], 'a/src/c.ts': ['./a.ts'] };
    expect(fileCircles(graphOf(circle))).toEqual([['a/src/a.ts', 'a/src/b.ts', 'a/src/c.ts']]);
    expect(fileCircles(graphOf({ 'a/src/a.ts': ['./a.ts'] }))).toEqual([['a/src/a.ts']]);
    expect(fileCircles(graphOf({ ...circle, 'a/src/c.ts': ['./d.ts'] }))).toEqual([]);
  });

  it('of folders are found, but for tests and the files that join them', () => {
    const [one, two] = ['apps/server/src/one/a.ts', 'apps/server/src/two/b.ts'];
    expect(folderCircles(graphOf({ [one]: ['../two/b.ts'], [two]: ['../one/c.ts'] }))).toEqual([
      ['apps/server/src/one', 'apps/server/src/two'],
    ]);
    const [views, report] = ['apps/web/src/kits/views/a.tsx', 'apps/web/src/kits/report/b.tsx'];
    expect(folderCircles(graphOf({ [views]: ['../report/b.tsx'] }))).toEqual([]);
    expect(folderCircles(graphOf({ [views]: ['../report/b.tsx'], [report]: ['../views/c.tsx'] }))).toEqual([
      ['apps/web/src/kits/report', 'apps/web/src/kits/views'],
    ]);
    expect(
      folderCircles(graphOf({ [one]: ['../two/b.ts'], 'apps/server/src/two/b.test.ts': ['../one/c.ts'] })),
    ).toEqual([]);
    expect(
      folderCircles(graphOf({ [one]: ['../compose.ts'], 'apps/server/src/compose.ts': ['./one/a.ts'] })),
    ).toEqual([]);
  });
});
