import { describe, expect, it } from 'vitest';
import { brokenArrows } from './tidy/arrows.ts';
import { importGraph, specifiersOf } from './tidy/import-graph.ts';
import { readSources } from './tidy/source-tree.ts';

describe('the arrows of the house', () => {
  it('all run the right way', () => {
    expect(brokenArrows(importGraph(readSources()))).toEqual([]);
  });
});

describe('an arrow turned round is found', () => {
  const judge = (path: string, specifier: string) =>
    brokenArrows(importGraph([{ path, text: `import { x } from '${specifier}';` }]));

  it.each([
    ['packages/domain/src/a.ts', '@placard/contract/b'],
    ['packages/domain/src/a.ts', '@placard/db/database'],
    ['packages/domain/src/a.ts', 'zod'],
    ['packages/domain/src/a.ts', 'node:crypto'],
    ['packages/contract/src/a.ts', '@placard/db/database'],
    ['packages/contract/src/wire/a.ts', '../campaigns.ts'],
    ['packages/contract/src/wire/a.ts', 'zod'],
    ['packages/db/src/a.ts', '@placard/contract/b'],
    ['packages/db/src/a.ts', '../../../apps/server/src/compose.ts'],
    ['apps/server/src/a.ts', '../../delivery/src/compose.ts'],
    ['apps/server/src/a.test.ts', '../../delivery/src/compose.ts'],
    ['apps/delivery/src/a.ts', '../../server/src/compose.ts'],
    ['apps/delivery/src/a.ts', '@placard/contract/campaigns'],
    ['apps/delivery/src/a.ts', 'fastify'],
    ['apps/tag/src/a.ts', '@placard/contract/campaigns'],
    ['apps/tag/src/a.ts', '@placard/domain/micros'],
    ['apps/web/src/app/a.tsx', '@placard/db/schema'],
    ['apps/web/src/app/a.tsx', '../../../server/src/compose.ts'],
    ['apps/web/src/features/campaigns/a.tsx', '../creatives/b.tsx'],
    ['apps/web/src/features/campaigns/a.tsx', '../../app/router.tsx'],
    ['apps/web/src/kits/report/a.tsx', '../../features/campaigns/b.tsx'],
    ['apps/web/src/kits/report/a.tsx', '../../app/router.tsx'],
    ['apps/web/src/ui/a.tsx', '../features/campaigns/b.tsx'],
    ['apps/web/src/ui/a.tsx', '../kits/report/b.tsx'],
    ['apps/web/src/ui/a.tsx', '../lib/api/api.ts'],
    ['apps/web/src/ui/a.tsx', '@placard/contract/campaigns'],
    ['apps/web/src/ui/a.tsx', '@placard/domain/website/status'],
    ['apps/web/src/lib/search/a.ts', '../../ui/b.tsx'],
    ['apps/web/src/i18n/a.ts', '../kits/report/texts.ts'],
    ['apps/server/src/a.ts', './main-worker.ts'],
    ['apps/delivery/src/a.ts', './main.ts'],
    ['tooling/src/a.ts', '../../apps/server/src/compose.ts'],
    ['apps/server/src/a.ts', '../../../node_modules/zod/index.ts'],
  ])('%s → %s', (path, specifier) => {
    expect(judge(path, specifier)).toHaveLength(1);
  });

  it.each([
    ['packages/contract/src/a.ts', '@placard/domain/micros'],
    ['packages/contract/src/a.ts', './wire/token.ts'],
    ['packages/db/src/a.ts', '@placard/domain/roles'],
    ['apps/server/src/a.ts', '@placard/contract/wire/token'],
    ['apps/delivery/src/a.ts', '@placard/contract/wire/token'],
    ['apps/tag/src/a.ts', '@placard/contract/wire/tag'],
    ['apps/web/src/features/campaigns/a.tsx', './b.tsx'],
    ['apps/web/src/features/campaigns/a.tsx', '../../ui/panel.tsx'],
    ['apps/web/src/features/campaigns/a.tsx', '../../kits/report/b.tsx'],
    ['apps/web/src/app/registry/a.tsx', '../../features/campaigns/b.tsx'],
    ['apps/web/src/kits/report/a.tsx', '@placard/contract/reports'],
    ['apps/web/src/ui/a.tsx', '../lib/faults/api-error.ts'],
    ['apps/web/src/ui/a.tsx', '@placard/domain/day-bounds'],
    ['apps/web/src/ui/a.tsx', '@placard/domain/csv'],
    ['e2e/loop.spec.ts', '@placard/tooling/running-placard'],
  ])('but not %s → %s', (path, specifier) => {
    expect(judge(path, specifier)).toEqual([]);
  });

  it('however it is written', () => {
    const text = `
      import type { A } from './a.ts';
      import {
        b,
        c as d,
      } from "./b.ts";
      import './c.ts';
      export { e } from './d.ts';
      export * from './e.ts';
      const f = await import('./f.ts');
      new Worker(new URL('./g.ts', import.meta.url));
      // import { no } from './comment.ts';
      /* import { no } from './comment.ts'; */
      const address = 'https://example.com'; import { h } from './h.ts';`;
    expect(specifiersOf(text).sort()).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `./${name}.ts`),
    );
  });
});
