import { EmbeddedPostgresError } from '@placard/db/embedded/embedded-postgres-error';
import { MigrationError } from '@placard/db/migrate';
import { FileLockError } from '@placard/db/process/file-lock';
import { systemFault } from '@placard/db/process/system-fault';

/** A reason not to start, in a sentence that says what to do. Shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** What a start that failed says: a sentence where the fault has one; the whole of what nobody expected. */
export function explainStart(cause: unknown): unknown {
  const forPeople = [Refusal, EmbeddedPostgresError, MigrationError, FileLockError].some(
    (kind) => cause instanceof kind,
  );
  return forPeople && cause instanceof Error ? cause.message : (systemFault(cause) ?? cause);
}
