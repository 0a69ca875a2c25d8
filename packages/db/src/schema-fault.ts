import { type Applied, MigrationError, pendingMigrations, readMigrations } from './migrate.ts';
import { commandLine, startLine } from './process/commands.ts';
import type { RunQuery } from './secrets/signing-keys.ts';

const migrateFirst = () => `Run "${commandLine('migrate')}" first ("${startLine()}" does it by itself).`;

/** Why this release can't work with the database, in a sentence that says what to do; null: it can. */
export async function schemaFault(query: RunQuery): Promise<string | null> {
  const [found] = (await query("select to_regclass('schema_migration') is not null as exists", [])) as {
    exists: boolean;
  }[];
  if (found?.exists !== true) return `The database has no schema yet. ${migrateFirst()}`;
  const applied = (await query(
    'select version, name, sha256 from schema_migration order by version',
    [],
  )) as Applied[];
  try {
    const pending = pendingMigrations(readMigrations(), applied);
    if (pending.length === 0) return null;
    return `The database is at ${applied.at(-1)?.name ?? 'nothing'}, and this Placard needs ${pending.at(-1)?.name ?? ''}. ${migrateFirst()}`;
  } catch (cause) {
    if (cause instanceof MigrationError) return cause.message;
    throw cause;
  }
}
