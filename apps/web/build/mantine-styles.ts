import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:mantine-styles.css';
const RESOLVED = `\0${NAME}`;
/** Of all components together, in the order in which their rules must stand. */
const WHOLE = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');
const PACKAGE = dirname(WHOLE);
/** What stands before any component. */
const GROUND = ['default-css-variables', 'baseline', 'global'];

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

/** The components that the dashboard's own sources import by name. */
export function importedComponents(sources: readonly string[]): Set<string> {
  const imports = /import\s*\{([^}]*)\}\s*from\s*'@mantine\/core'/g;
  return new Set(
    sources
      .flatMap((source) => [...source.matchAll(imports)].flatMap((match) => (match[1] ?? '').split(',')))
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  );
}

/** Every file of Mantine that a component's files lead to, itself included. */
function reachedFiles(folder: string): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const match of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+\.mjs)"/g)) {
      visit(join(dirname(file), match[1] ?? ''));
    }
  };
  for (const file of filesBelow(folder, /\.mjs$/)) visit(file);
  return reached;
}

/** Names of the style files that these components need, their parts' included. */
export function styleNames(components: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  for (const component of components) {
    const folder = join(PACKAGE, 'esm/components', component);
    if (!existsSync(folder)) continue;
    for (const file of reachedFiles(folder)) {
      const name = /([A-Za-z]+)\.module\.mjs$/.exec(file)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/** The rules of the components, in Mantine's order. */
export function mantineStyles(components: ReadonlySet<string>): string {
  const whole = readFileSync(WHOLE, 'utf8');
  const read = (name: string) => readFileSync(join(PACKAGE, 'styles', `${name}.layer.css`), 'utf8');
  const ordered = [...styleNames(components)]
    .filter((name) => existsSync(join(PACKAGE, 'styles', `${name}.layer.css`)))
    .map((name) => ({ name, at: whole.indexOf(firstRule(read(name))) }))
    .sort((one, other) => one.at - other.at);
  return [...GROUND, ...ordered.map(({ name }) => name)].map(read).join('\n');
}

/** Class names carry a hash, so a component's first selector stands once in the whole. */
function firstRule(css: string): string {
  return /\.m_[0-9a-f]+/.exec(css)?.[0] ?? css;
}

/**
 * Mantine's styles of the components that the dashboard uses, as `virtual:mantine-styles.css`: a third of the whole,
 * which a browser would read, and match against every element, before the first paint.
 */
export function mantineStylesPlugin(): Plugin {
  let root = '';
  return {
    name: 'placard-mantine-styles',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const files = filesBelow(join(root, 'src'), /\.tsx?$/);
      return mantineStyles(importedComponents(files.map((file) => readFileSync(file, 'utf8'))));
    },
  };
}
