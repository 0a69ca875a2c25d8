import { describe, expect, it } from 'vitest';
import { readSources } from './tidy/source-tree.ts';
import { untidy } from './tidy/style.ts';

describe('the house', () => {
  it('is tidy', () => {
    expect(untidy(readSources())).toEqual([]);
  });
});

it('no two things are locked in the database by one number: each would wait for the other', () => {
  const locks = readSources()
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/_LOCK = (\d[\d_]+)n?;|advisory_\w+\((\d+)\)/g)].map(([, named, written]) => ({
        path,
        number: (named ?? written ?? '').replaceAll('_', ''),
      })),
    );
  expect(locks.length).toBeGreaterThan(7);
  const byNumber = [...Map.groupBy(locks, ({ number }) => number).values()];
  expect(byNumber.filter((all) => all.length > 1)).toEqual([]);
});

describe('what is untidy is found', () => {
  it.each([
    ['apps/server/src/a.ts', '\n'.repeat(401), '402 lines'],
    ['apps/server/src/utils.ts', '', 'the name tells nothing'],
    ['apps/server/src/index.ts', '', 'no index files'],
    ['apps/server/src/CamelCase.ts', '', 'names are written'],
    ['apps/web/src/a/b/c/d/e/f.ts', '', 'more than four folders'],
    ['apps/server/src/a.ts', "export { a } from './a.ts';\nexport { b } from './b.ts';", 're-exports'],
    ['apps/server/src/a.ts', 'const { PORT } = process.env;', 'process.env'],
    ['apps/server/src/a.ts', "const a = process['env'];", 'process.env'],
    ['apps/server/src/a.ts', '// @ts-expect-error', 'not silenced'],
    ['apps/server/src/a.test.ts', "vi.mock('node:fs', { spy: true });", 'loaded anew'],
    [
      'apps/server/src/a.db.test.ts',
      "vi.doMock('./b.ts');\nvi.resetModules();\nawait import('./a.ts');",
      'loaded anew',
    ],
    ['apps/server/src/a.ts', 'const a = b as unknown as string;', 'proves nothing'],
    ['apps/server/src/features/a.ts', "import { createClient } from '@clickhouse/client';", 'ClickHouse'],
    ['apps/server/src/a.ts', 'where day = (now() at time zone u.time_zone)::date', 'day_in_zone()'],
    ['packages/domain/src/a.ts', 'const now = Date.now();', 'no clock'],
    ['packages/domain/src/a.ts', 'export async function a() {}', 'no promise'],
    ['apps/web/src/features/a/b.tsx', "import { NumberInput } from '@mantine/core';", 'numbers are typed'],
    ['apps/web/src/features/a/b.tsx', '<input type="number" />', 'numbers are typed'],
    ['apps/server/src/a.ts', 'const pdf = await renderInvoice(invoice);', 'inDocumentTurn()'],
    ['apps/server/src/a.ts', 'const text = renderSepa(order);', 'inDocumentTurn()'],
    ['apps/server/src/a.ts', 'new File([renderStatementCsv(statement)], name);', 'inDocumentTurn()'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is in the source that is judged
    ['apps/server/src/a.ts', 'const message = `${issueMessage(code)}: ${least}`;', 'refusalAt()'],
    [
      'apps/server/src/a.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
      'refuse({ message: `You have ${MAX_VIEWS} views already.` });',
      'reason and value',
    ],
    ['apps/server/src/a.ts', "const log = pino({ level: 'info' });", 'logLines()'],
    ['apps/web/src/features/a/b.tsx', "import { Modal } from '@mantine/core';", 'gives the focus back'],
    ['apps/web/src/features/a/b.tsx', "import { lazy, Suspense } from 'react';", 'fails for good'],
    ['apps/web/src/features/a/b-dialog.tsx', '<p />\n<CodeBlock code={key} />', '<CodeShownOnce>'],
    ['apps/web/src/features/a/b.tsx', '<Form key={settings.version} />', 'not thrown away'],
    ['apps/web/src/features/a/b.ts', "localStorage.getItem('a')", 'lib/browser-storage.ts'],
    ['apps/web/src/features/a/b.ts', 'const key = crypto.randomUUID();', 'lib/random-key.ts'],
    ['apps/web/src/features/a/b.ts', 'await navigator.clipboard.writeText(a);', 'lib/copy-text.ts'],
    ['apps/web/src/features/a/b.tsx', "format({ style: 'currency', currency })", 'money is written by'],
    [
      'apps/web/src/features/a/b.tsx',
      'cell: (row) => <Money value={row.amount} />,',
      'one number of decimals',
    ],
    ['apps/web/src/features/a/b.tsx', '<b>{row.domain}</b>', '<DomainName>'],
    ['apps/web/src/features/a/b.ts', 'rowName={(row) => row.domain}', '<DomainName>'],
    ['apps/web/src/features/a/b.ts', 'const a = { id, label: domain };', '<DomainName>'],
    ['apps/web/src/a.tsx', '<p dangerouslySetInnerHTML={{ __html: name }} />', 'no text becomes markup'],
    ['apps/tag/src/a.ts', 'box.innerHTML = text;', 'no text becomes markup'],
    ['packages/contract/src/a.ts', "new Function('a', code)", 'no text becomes markup'],
    [
      'apps/server/src/a.ts',
      'const a = `select id::text, kind from log\\n order by at, id limit 5`;',
      'the text of id',
    ],
    ['apps/tag/test/a.spec.ts', 'await page.waitForTimeout(500);', 'not for a time'],
    ['apps/server/src/a.test.ts', 'await vi.waitFor(() => expect(got()).toBe(1));', 'soon()'],
    ['e2e/a.spec.ts', 'await page.route(calls, (route) => route.abort());', 'answerCalls()'],
  ])('%s: %s', (path, text, why) => {
    const found = untidy([{ path, text }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(why);
  });

  it.each([
    ['apps/server/src/a.ts', '// The same type from two copies.\nconst a = b as unknown as string;'],
    ['apps/server/src/a.ts', 'export function renderSepa(order: SepaOrder): string {'],
    ['apps/server/src/config.ts', 'const { PORT } = process.env;'],
    ['packages/contract/src/wire/layout.ts', "new Function('a', code)"],
    ['apps/server/src/a.test.ts', 'const { PATH } = process.env;'],
    ['apps/server/src/analytics/client.ts', "import { createClient } from '@clickhouse/client';"],
    ['apps/server/src/a.ts', 'const log = pino({}, logLines());'],
    ['apps/server/src/a.test.ts', 'await vi.waitFor(() => expect(got()).toBe(1), SOON);'],
    ['apps/server/src/a.test.ts', 'await vi.waitFor(() => got(),\n { timeout: 5_000 });'],
    ['apps/server/src/a.ts', 'const a = `select id::text, kind from log order by log.id limit 5`;'],
    ['apps/server/src/a.ts', 'const a = `select id::text as number from log order by id`;'],
    ['apps/web/src/ui/a.tsx', "import { Modal } from '@mantine/core';\nuseFocusReturn(true);"],
    ['apps/web/src/features/a/b.tsx', 'cell: (row) => <Money value={row.amount} aligned />,'],
    ['apps/web/src/ui/lazy-part.tsx', "import { type ComponentType, lazy } from 'react';"],
    ['apps/web/src/features/a/b-dialog.tsx', '{/* Stands on the page too. */}\n<CodeBlock code={key} />'],
    ['apps/web/src/features/a/b-dialog.tsx', '<CodeShownOnce code={key} />'],
    ['apps/web/src/features/a/b.tsx', '<CodeBlock code={key} />'],
    ['apps/web/src/features/a/b.tsx', '<DomainName domain={row.domain} />'],
    ['packages/domain/src/a.ts', 'export const day = (at: Date) => at.getUTCDay();'],
  ])('but not %s: %s', (path, text) => {
    expect(untidy([{ path, text }])).toEqual([]);
  });
});
