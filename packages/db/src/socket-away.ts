/**
 * Whether nobody listens at the socket that was asked for (its file is gone with its server), or too many wait there: what TCP
 * says by `ECONNREFUSED`. A file of ours that is missing is none of it.
 */
export function isSocketAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN');
}
