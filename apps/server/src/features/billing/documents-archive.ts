import { type Zippable, zipSync } from 'fflate';

type ArchivedFile = { readonly name: string; readonly bytes: Uint8Array; readonly at: Date };

/** PDFs are packed already: they are stored as they are. */
export function zipped(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const { name, bytes, at } of files) entries[name] = [bytes, { level: 0, mtime: at }];
  return new Uint8Array(zipSync(entries));
}
