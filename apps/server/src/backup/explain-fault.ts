import { LoadError } from '@placard/db/backup/load';
import { EmbeddedPostgresError } from '@placard/db/embedded/embedded-postgres-error';
import { ObjectStoreError } from '@placard/db/objects/object-store';
import { FileLockError } from '@placard/db/process/file-lock';
import { BackupFault } from './backup-fault.ts';

/** What the machine says of a place that can't be read, written or reached. */
const SAID: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EEXIST: 'There is a file where a folder is needed, or something of that name already',
  ENOTDIR: 'There is a file where a folder is needed',
  EROFS: 'The disk can only be read',
  EACCES: 'Whoever runs this has no right to it',
  EPERM: 'Whoever runs this has no right to it',
  ENOENT: 'It is not there',
  EDQUOT: 'The disk has no more room for whoever runs this',
  ELOOP: 'A link leads back to itself',
  ENAMETOOLONG: 'The name is too long',
  ECONNREFUSED: 'Nothing answers there',
};

/** A sentence where the fault has one; the whole of what nobody expected. */
export function explainFault(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const forPeople = [BackupFault, ObjectStoreError, LoadError, EmbeddedPostgresError, FileLockError].some(
    (kind) => cause instanceof kind,
  );
  if (forPeople || cause.name === 'ConfigError') return cause.message;
  const said = 'code' in cause ? SAID[String(cause.code)] : undefined;
  // A name of two addresses has a fault for each, and none of its own.
  const inside = cause instanceof AggregateError ? cause.errors.map((each) => (each as Error).message) : [];
  if (said !== undefined) return `${said}: ${cause.message || inside.join(', ')}`;
  return cause.stack ?? cause.message;
}
