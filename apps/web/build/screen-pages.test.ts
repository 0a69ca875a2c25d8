import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chunkGroups, runsOnLoad } from './chunk-groups.ts';
import { importedComponents, mantineStyles, styleNames } from './mantine-styles.ts';
import { filesOf, pageOf, screensOf } from './screen-pages.ts';

const registry = new URL('../src/app/registry/', import.meta.url);
const source = readdirSync(registry)
  .filter((name) => name.endsWith('-routes.ts'))
  .map((name) => readFileSync(new URL(name, registry), 'utf8'))
  .join('\n');

describe('the pages of the screens', () => {
  it('finds every screen of the registry with its module and layout', () => {
    const screens = screensOf(source);
    expect(screens).toHaveLength([...source.matchAll(/\b(?:screen|authScreen)\(\s*'/g)].length);
    expect(screens).toContainEqual({
      path: '/advertiser/campaigns/$id',
      layout: 'src/app/shell/app-shell.tsx',
      module: 'src/features/campaigns/details/campaign-details.tsx',
    });
    expect(screens.find(({ path }) => path === '/login')?.layout).toBe(
      'src/kits/before-sign-in/auth-layout.tsx',
    );
  });

  const chunks = [
    { fileName: 'assets/react.js', imports: [], moduleIds: ['/n/react.js'], styles: [] },
    {
      fileName: 'assets/shell.js',
      imports: ['assets/react.js'],
      moduleIds: ['/w/src/app/shell/app-shell.tsx'],
      styles: ['assets/shell.css'],
    },
    {
      fileName: 'assets/list.js',
      imports: ['assets/shell.js', 'assets/react.js'],
      moduleIds: ['/w/src/list.tsx'],
      styles: ['assets/list.css'],
    },
    { fileName: 'assets/other.js', imports: [], moduleIds: ['/w/src/other.tsx'], styles: [] },
  ];

  it('announces what a screen needs, dependencies first, and nothing else', () => {
    expect(filesOf(chunks, ['src/app/shell/app-shell.tsx', 'src/list.tsx'])).toEqual({
      scripts: ['assets/react.js', 'assets/shell.js', 'assets/list.js'],
      styles: ['assets/shell.css', 'assets/list.css'],
    });
    expect(() => filesOf(chunks, ['src/gone.tsx'])).toThrow('No file of the build holds src/gone.tsx');
  });

  it('leaves out what the page names already', () => {
    const html = '<head><script type="module" src="/assets/react.js"></script></head>';
    const page = pageOf(html, filesOf(chunks, ['src/list.tsx']));
    expect(page.match(/react\.js/g)).toHaveLength(1);
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/list.js">');
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/list.css">');
    expect(page.endsWith('</head>')).toBe(true);
  });
});

describe('the layers', () => {
  it('all have a root among the sources, and ranks of their own', () => {
    const root = new URL('../', import.meta.url).pathname;
    const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${root}src/${name}`,
    );
    const rootless = chunkGroups.filter(
      ({ test }) => !test.source.includes('node_modules') && !files.some((file) => test.test(file)),
    );
    expect(rootless).toEqual([]);
    expect(new Set(chunkGroups.map(({ priority }) => priority)).size).toBe(chunkGroups.length);
  });

  it('run as soon as they are loaded, as screens do and dialogs do not', () => {
    const screens = screensOf(source);
    const campaigns = '/w/src/features/campaigns/campaign-list.tsx';
    const dialog = '/w/src/features/billing/add-funds-dialog.tsx';
    expect(runsOnLoad({ name: 'shell', facadeModuleId: null }, screens)).toBe(true);
    expect(runsOnLoad({ name: 'campaigns', facadeModuleId: campaigns }, screens)).toBe(true);
    expect(runsOnLoad({ name: 'add-funds-dialog', facadeModuleId: dialog }, screens)).toBe(false);
    expect(runsOnLoad({ name: 'payments', facadeModuleId: null }, screens)).toBe(false);
  });
});

describe('the styles of Mantine', () => {
  it('are those of the components that are imported, and of their parts', () => {
    const components = importedComponents([
      "import { Button, type ButtonProps } from '@mantine/core';",
      "import {\n  Modal,\n  useMantineTheme,\n} from '@mantine/core';",
    ]);
    expect([...components]).toEqual(['Button', 'Modal']);
    const names = styleNames(components);
    expect([...names]).toEqual(
      expect.arrayContaining(['Button', 'Loader', 'Modal', 'Overlay', 'CloseButton']),
    );
    expect(names.has('Accordion')).toBe(false);
  });

  it('stand in the order of the whole', () => {
    const some = mantineStyles(new Set(['TextInput', 'Button', 'Modal']));
    const whole = mantineStyles(new Set(['Button', 'Modal', 'TextInput', 'Accordion']));
    expect(some.length).toBeLessThan(whole.length);
    expect(some.indexOf('--button-height-xs')).toBeGreaterThan(some.indexOf('--mantine-color-text'));
    const firstOf = (css: string) => [...new Set(css.match(/\.m_[0-9a-f]+/g))];
    const kept = new Set(firstOf(some));
    expect(firstOf(whole).filter((name) => kept.has(name))).toEqual(firstOf(some));
  });
});
