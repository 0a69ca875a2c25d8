import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** A migration that must not be applied as it is. The message says why and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface Migration {
  readonly version: number;
  /** `NNNN_name`, the file's name without `.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));

/** Any constant does, as long as nobody else takes it: the letters of "placard". */
const ADVISORY_LOCK = '31632385764254308';

/** The migrations of a folder in order: numbered 0001, 0002, … without a gap. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number(FILE_NAME.exec(file)?.[1] ?? Number.NaN);
    if (version !== index + 1) {
      throw new MigrationError(
        `The migration ${file} should be called ${String(index + 1).padStart(4, '0')}_name.sql: they are numbered without gap or repeat.`,
      );
    }
    // Line ends differ between checkouts; the meaning does not.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return {
      version,
      name: file.slice(0, -'.sql'.length),
      sql,
      sha256: createHash('sha256').update(sql).digest('hex'),
    };
  });
}

export interface Applied {
  version: number;
  name: string;
  sha256: string;
}

/** The migrations still to be applied. Throws where the database and the files do not belong together. */
export function pendingMigrations(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const newest = applied.at(-1);
  const newestKnown = known.at(-1);
  if (newest && newest.version > (newestKnown?.version ?? 0)) {
    throw new MigrationError(
      `This database is at ${newest.name}, but this Placard knows migrations only up to ${newestKnown?.name ?? 'none'}: ` +
        'a newer Placard was here. Update Placard, or restore the backup made before the update.',
    );
  }
  for (const done of applied) {
    const file = known[done.version - 1];
    if (file?.sha256 !== done.sha256) {
      throw new MigrationError(
        `The migration ${file?.name ?? done.name} was changed after this database applied it. ` +
          'Bring back its old text and put the change into a new migration; a development database may be dropped instead.',
      );
    }
  }
  return known.slice(applied.length);
}

/** Empty where there is nothing yet. */
async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_migration') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) {
    await refuseForeign(client);
    return [];
  }
  return (await client.query<Applied>('SELECT version, name, sha256 FROM schema_migration ORDER BY version'))
    .rows;
}

const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  version integer PRIMARY KEY,
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  took_ms integer NOT NULL
)`;

function failure(migration: Migration, cause: unknown): MigrationError {
  const { message, position } = cause as { message: string; position?: string };
  const line = position ? ` (line ${migration.sql.slice(0, Number(position)).split('\n').length})` : '';
  return new MigrationError(`The migration ${migration.name} failed${line} and was rolled back: ${message}`, {
    cause,
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const start = performance.now();
  try {
    await client.query(migration.sql);
    // What the end of a transaction would check is checked here: the next one may change these tables.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await client.query('SET CONSTRAINTS ALL DEFERRED');
  } catch (cause) {
    throw failure(migration, cause);
  }
  await client.query(
    'INSERT INTO schema_migration (version, name, sha256, took_ms) VALUES ($1, $2, $3, $4)',
    [migration.version, migration.name, migration.sha256, Math.round(performance.now() - start)],
  );
}

/** All of them or none: whatever fails or dies meanwhile, the data is as it was before. */
async function applyAll(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(MIGRATION_TABLE);
    for (const migration of pending) await apply(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined); // A lost connection rolls back by itself.
    throw cause;
  }
}

/** A database with tables and without our list of migrations is somebody else's. */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1 LIMIT 3`,
  );
  if (rows.length === 0) return;
  throw new MigrationError(
    `This database has tables of something else (${rows.map((row) => row.name).join(', ')}): Placard needs one of its own. ` +
      'Make an empty one ("createdb placard") and name it in DATABASE_URL.',
  );
}

/** What the database at `url` has and lacks. @throws MigrationError as `migrate` does, touching nothing */
export async function planMigrations(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ readonly applied: readonly Applied[]; readonly pending: readonly Migration[] }> {
  const client = await connect(url);
  try {
    const applied = await listApplied(client);
    return { applied, pending: pendingMigrations(migrations, applied) };
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-migrate' });
  client.on('error', () => {}); // A lost connection fails the query under way, which says more.
  await client.connect();
  return client;
}

/**
 * Brings the database at `url` to the newest schema, all migrations in one transaction, and returns the
 * names of those applied now. Two migrators at once are safe: the second waits and finds nothing left to do.
 * @throws MigrationError for a newer schema, a changed file, tables of something else, or a migration that fails.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const client = await connect(url);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const pending = pendingMigrations(migrations, await listApplied(client));
    if (pending.length > 0) await applyAll(client, pending);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end(); // Gives the lock back as well.
  }
}
