const CODES = ['ENOTDIR', 'EEXIST'];

/** What a folder that is a file is told as; anything else stays as it is. */
export function inTheWay(folder: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  return CODES.includes(code) ? new Error(fileInTheWay(folder), { cause }) : cause;
}

export function fileInTheWay(folder: string): string {
  return `The folder ${folder} is a file, or lies below one. Move that file away, and start again.`;
}
