/**
 * Full, over quota, read-only, failing, closed to us, or without the folder that could not be made for one of these
 * reasons: it may pass, and ads need no disk meanwhile.
 */
const DISK_FAULTS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ENOENT',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]);

/** Whether the disk refused, and not something that was asked wrongly of it. */
export function isDiskFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && DISK_FAULTS.has(code);
}
