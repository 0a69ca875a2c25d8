import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, ROOT } from '../tidy/source-tree.ts';

const TOPS = ['apps', 'packages'];
/** `ad-reports.de.json`: the texts of `adReports` in German. */
const NAME = /^([a-z0-9-]+)\.([a-z]{2})\.json$/;

/** One language's file of one subject. */
export type CatalogueFile = {
  readonly path: string;
  readonly namespace: string;
  readonly language: string;
  /** Dotted key → message, in the order of the file. */
  readonly messages: ReadonlyMap<string, string>;
};

/** Keys as the dashboard names them: `column.name`. @throws TypeError for what is neither a text nor a group of them. */
export function messagesOf(node: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof node === 'string') return [[path.join('.'), node]];
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    throw new TypeError(`${path.join('.')} is neither a text nor a group of texts`);
  return Object.entries(node).flatMap(([key, child]) => messagesOf(child, [...path, key]));
}

export function namespaceOf(fileName: string): string {
  return fileName.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Every catalogue of the project. */
export function readCatalogues(): CatalogueFile[] {
  return TOPS.flatMap((top) => [...filesBelow(top)]).flatMap((path): CatalogueFile[] => {
    const [, name, language] = NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    if (name === undefined || language === undefined) return [];
    const tree: unknown = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
    return [{ path, namespace: namespaceOf(name), language, messages: new Map(messagesOf(tree)) }];
  });
}
