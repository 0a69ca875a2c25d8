import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { explainFault } from './backup/explain-fault.ts';
import { withDatabase } from './backup/running-database.ts';
import { readDatabasePlace } from './config.ts';

const USAGE = 'It reads what it is to do from its input: npm run placard -- sql < FILE';

/** What each statement did, as PostgreSQL says it, and its rows as JSON. */
async function run(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-sql' });
  await client.connect();
  try {
    // Of several statements there are several results, which the library's types don't know.
    const found: pg.QueryResult | readonly pg.QueryResult[] = await client.query(text);
    return [found].flat().flatMap(({ command, rowCount, rows }) => {
      const counts = rowCount === null ? command : `${command} ${rowCount}`;
      return [counts, ...rows.map((row: unknown) => `  ${JSON.stringify(row)}`)];
    });
  } finally {
    await client.end();
  }
}

/** `npm run placard -- sql`: what a runbook does on the database, embedded or not, running or not, where there is no psql. */
try {
  if (process.stdin.isTTY || process.argv.length > 2) throw new Error(USAGE);
  const text = (await buffer(process.stdin)).toString();
  if (text.trim() === '') throw new Error(USAGE);
  const { dataDir, databaseUrl } = readDatabasePlace();
  for (const line of await withDatabase(dataDir, databaseUrl, async (url) => await run(url, text)))
    console.log(line);
} catch (cause) {
  if (cause instanceof pg.DatabaseError)
    console.error(`Nothing was changed. PostgreSQL says: ${cause.message}`);
  else console.error(cause instanceof Error && cause.message === USAGE ? USAGE : explainFault(cause));
  process.exitCode = 1;
}
