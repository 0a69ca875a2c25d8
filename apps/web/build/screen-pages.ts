import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const REGISTRY = 'src/app/registry';
const LAYOUTS = {
  screen: 'src/app/shell/app-shell.tsx',
  authScreen: 'src/kits/before-sign-in/auth-layout.tsx',
} as const;

/** A path of the router (`/advertiser/campaigns/$id`) and the module of its screen, relative to the workspace. */
export type ScreenModule = { readonly path: string; readonly layout: string; readonly module: string };

/** One file of scripts as the bundler made it. */
export type Chunk = {
  readonly fileName: string;
  /** Files that it needs, by name. */
  readonly imports: readonly string[];
  /** Absolute paths of the modules inside. */
  readonly moduleIds: readonly string[];
  readonly styles: readonly string[];
};

/** Reads the registry's lines, as its own test does: `screen('/path', ACCESS, () => import('../../features/x/y.tsx'))`. */
export function screensOf(registrySource: string): ScreenModule[] {
  const line =
    /(screen|authScreen)\(\s*'([^']+)',\s*\w+,\s*\(\) =>\s*import\(\s*'\.\.\/\.\.\/([^']+)'\s*,?\s*\)/g;
  return [...registrySource.matchAll(line)].map((match) => ({
    layout: match[1] === 'authScreen' ? LAYOUTS.authScreen : LAYOUTS.screen,
    path: match[2] ?? '',
    module: `src/${match[3] ?? ''}`,
  }));
}

/** Every screen that the workspace at `root` registers. */
export async function readScreens(root: string): Promise<ScreenModule[]> {
  const names = (await readdir(join(root, REGISTRY))).filter((name) => name.endsWith('-routes.ts'));
  const sources = await Promise.all(names.map((name) => readFile(join(root, REGISTRY, name), 'utf8')));
  return screensOf(sources.join('\n'));
}

/** All files that must be there before the modules (ends of their paths) run, dependencies first. */
export function filesOf(
  chunks: readonly Chunk[],
  modules: readonly string[],
): { scripts: string[]; styles: string[] } {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const visited = new Set<string>();
  const scripts: string[] = [];
  const styles = new Set<string>();
  const visit = (chunk: Chunk | undefined) => {
    if (chunk === undefined || visited.has(chunk.fileName)) return;
    visited.add(chunk.fileName);
    for (const each of chunk.imports) visit(byName.get(each));
    scripts.push(chunk.fileName);
    for (const each of chunk.styles) styles.add(each);
  };
  for (const module of modules) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (holder === undefined) throw new Error(`No file of the build holds ${module}`);
    visit(holder);
  }
  return { scripts, styles: [...styles] };
}

/** The page with what a screen needs announced in its head, so that the browser asks for all of it at once. */
export function pageOf(html: string, { scripts, styles }: { scripts: string[]; styles: string[] }): string {
  const missing = (file: string) => !html.includes(`"/${file}"`);
  const tags = [
    ...scripts.filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ];
  return html.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`);
}

/**
 * Writes a page for each screen and `screens.json`, from which the server knows which page answers which path. The
 * entry alone would find out about a screen's files only when it runs, after the profile.
 */
export function screenPages(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'placard-screen-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file): Chunk[] =>
        file.type === 'chunk' ? [{ ...file, styles: [...(file.viteMetadata?.importedCss ?? [])] }] : [],
      );
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      const screens = await readScreens(root);
      await mkdir(join(folder, 'screens'), { recursive: true });
      const pages = screens.map(({ path, layout, module }, index) => ({
        path,
        file: `screens/${index}.html`,
        html: pageOf(html, filesOf(chunks, [layout, module])),
      }));
      await Promise.all(pages.map((page) => writeFile(join(folder, page.file), page.html)));
      const table = Object.fromEntries(pages.map(({ path, file }) => [path, file]));
      await writeFile(join(folder, 'screens.json'), JSON.stringify(table));
    },
  };
}
