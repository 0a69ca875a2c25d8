import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** One import of one file: another file of the project, or a package (`node:fs`, `zod`). */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly external: boolean;
}

/** Comments may quote imports. A string that holds `//` is cut short, which loses no import: they stand alone. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}()])\/\/[^\n]*/g, '$1');
}

const SPECIFIERS = [
  /\b(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g,
];

/** What a text imports: static and dynamic imports, re-exports, and files run as workers by their URL. */
export function specifiersOf(text: string): string[] {
  const code = withoutComments(text);
  return SPECIFIERS.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function resolve(from: string, specifier: string): Edge {
  if (specifier.startsWith('.')) {
    return { from, to: posix.normalize(posix.join(posix.dirname(from), specifier)), external: false };
  }
  const ours = /^@placard\/([^/]+)\/(.+)$/.exec(specifier);
  if (!ours) return { from, to: specifier, external: true };
  const [, name, path] = ours;
  const top = name === 'tooling' || name === 'bench' || name === 'e2e' ? '' : 'packages/';
  return { from, to: `${top}${name}/src/${path}.ts`, external: false };
}

export function importGraph(files: readonly SourceFile[]): Edge[] {
  return files.flatMap(({ path, text }) => specifiersOf(text).map((specifier) => resolve(path, specifier)));
}
