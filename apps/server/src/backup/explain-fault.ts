import { LoadError } from '@placard/db/backup/load';
import { EmbeddedPostgresError } from '@placard/db/embedded/embedded-postgres-error';
import { ObjectStoreError } from '@placard/db/objects/object-store';
import { FileLockError } from '@placard/db/process/file-lock';
import { systemFault } from '@placard/db/process/system-fault';
import { BackupFault } from './backup-fault.ts';

/** A sentence where the fault has one; the whole of what nobody expected. */
export function explainFault(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const forPeople = [BackupFault, ObjectStoreError, LoadError, EmbeddedPostgresError, FileLockError].some(
    (kind) => cause instanceof kind,
  );
  if (forPeople || cause.name === 'ConfigError') return cause.message;
  return systemFault(cause) ?? cause.stack ?? cause.message;
}
