import { namedFile } from '../../lib/api/request.ts';

export type FileProgress = { readonly rows: number; readonly total: number };

/** Pieces become one that the browser may keep on disk. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** How many rows so many bytes are, of a file of about so many: never all before all is there. */
export function rowsSoFar(total: number, bytes: number, bytesAbout: number): number {
  if (bytesAbout <= 0) return 0;
  return Math.max(0, Math.min(total - 1, Math.floor((total * bytes) / bytesAbout)));
}

/** Takes a file as it comes, and tells of each piece how many rows there are by now, about. */
export function readInPieces(
  onProgress: (progress: FileProgress) => void,
): (response: Response) => Promise<File> {
  return async (response) => {
    const numberOf = (name: string) => Number(response.headers.get(name) ?? 0);
    const total = numberOf('placard-file-rows');
    const bytesAbout = numberOf('placard-file-bytes');
    const type = response.headers.get('content-type') ?? '';
    let kept = new Blob([], { type });
    let pieces: Uint8Array<ArrayBuffer>[] = [];
    let waiting = 0;
    const keep = () => {
      kept = new Blob([kept, ...pieces], { type });
      pieces = [];
      waiting = 0;
    };
    onProgress({ rows: 0, total });
    const reader = response.body?.getReader();
    for (let bytes = 0; reader !== undefined; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      waiting += value.length;
      bytes += value.length;
      if (waiting >= KEPT_BYTES) keep();
      onProgress({ rows: rowsSoFar(total, bytes, bytesAbout), total });
    }
    keep();
    return namedFile(response, kept);
  };
}
