import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const TOPS = ['apps', 'packages', 'e2e', 'bench', 'tooling'];
const SKIPPED = new Set(['node_modules', 'dist', 'results', 'test-results']);
const CODE = new Set(['.ts', '.tsx']);

export interface SourceFile {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every file below a folder of the project, but what is built or brought. */
export function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* filesBelow(path);
    } else yield path;
  }
}

/** Every TypeScript file of the project that a person wrote. */
export function readSources(): SourceFile[] {
  return TOPS.flatMap((top) => [...filesBelow(top)])
    .filter((path) => CODE.has(extname(path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Tests, their fixtures and their helpers: not part of what runs. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /(^|\/)(test|testing|fixtures)\//.test(path) ||
    path.startsWith('e2e/')
  );
}
