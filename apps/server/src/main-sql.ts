import { buffer } from 'node:stream/consumers';
import { callOrEnd } from '@placard/db/process/command-call';
import { commandLine, settingsHelp } from '@placard/db/process/commands';
import pg from 'pg';
import { auditCommand } from './backup/audit-command.ts';
import { explainFault } from './backup/explain-fault.ts';
import { withConnection } from './backup/one-connection.ts';
import { withDatabase } from './backup/running-database.ts';
import { type Caller, readCaller, readDatabasePlace } from './config.ts';

const USAGE = `It reads what it is to do from its input: ${commandLine('placard', 'sql < FILE')}`;

type Answer = pg.QueryResult<Readonly<Record<string, unknown>>>;

/** So many statements are named in the audit log. */
const TAGS_KEPT = 100;

/** `UPDATE 1`: what was done to how many rows, and nothing of what stood in it. */
const tagOf = ({ command, rowCount }: Answer) => (rowCount === null ? command : `${command} ${rowCount}`);

/** The same of what PostgreSQL says when a statement is done: `INSERT 0 1`. */
function tagOfDone(text: string): string {
  const [, command = text, first, second] = /^([A-Z]+)(?: (\d+))?(?: (\d+))?/i.exec(text) ?? [];
  const rows = second ?? first;
  return rows === undefined ? command : `${command} ${rows}`;
}

/** What was done up to the last COMMIT, which stays whatever failed after it. */
function keptOf(done: readonly string[]) {
  const kept = done.slice(0, done.lastIndexOf('COMMIT') + 1);
  return kept.length === 0 ? {} : { statements: kept.length, kept: kept.slice(-TAGS_KEPT) };
}

/** A transaction that is left open is taken back as the connection ends, whatever its statements said. */
const LEFT_OPEN =
  'It begins a transaction and does not end it: nothing since that BEGIN was changed. Does a COMMIT at the end lack?';
class LeftOpen extends Error {}

/** Words by which statements may have been kept before one failed; a function may end transactions too. */
const MAY_COMMIT = /\b(commit|end|call|do|begin|start)\b/i;

/** @param done gets the tag of each statement when it is done: of a text that fails there is no other answer. */
async function answersOf(url: string, text: string, done: string[]): Promise<readonly Answer[]> {
  return await withConnection(url, 'placard-sql', async (client) => {
    client.connection.on('commandComplete', (said: { readonly text: string }) => {
      done.push(tagOfDone(said.text));
    });
    // Of several statements there are several results, which the library's types don't know.
    const found: Answer | readonly Answer[] = await client.query(text);
    if (client.getTransactionStatus() !== 'I') throw new LeftOpen(LEFT_OPEN);
    return [found].flat();
  });
}

/**
 * Does what the text says, between two rows of the audit log that stand by themselves: none of its statements takes the
 * first one back, and where there is no second one it was interrupted. The text may hold secrets and stays out of both.
 */
async function run(url: string, text: string, caller: Caller): Promise<string[]> {
  const begun = await auditCommand(url, 'begin_sql', { ...caller, characters: text.length });
  const end = async (outcome: object) => {
    try {
      await auditCommand(url, 'end_sql', { ...caller, begun, ...outcome });
    } catch (cause) {
      console.error(`How it ended does not stand in the audit log: ${explainFault(cause)}`);
    }
  };
  const done: string[] = [];
  let answers: readonly Answer[];
  try {
    answers = await answersOf(url, text, done);
  } catch (cause) {
    const why = cause instanceof LeftOpen ? 'left_open' : 'interrupted';
    await end({ failed: cause instanceof pg.DatabaseError ? (cause.code ?? '') : why, ...keptOf(done) });
    throw cause;
  }
  await end({ statements: answers.length, did: answers.slice(0, TAGS_KEPT).map(tagOf) });
  return answers.flatMap((answer) => [
    tagOf(answer),
    ...answer.rows.map((row) => `  ${JSON.stringify(row)}`),
  ]);
}

/** `npm run placard -- sql`: what a runbook does on the database, embedded or not, running or not, where there is no psql. */
callOrEnd({
  help: settingsHelp(
    'placard',
    'Does on the database what the text says, each of its transactions or nothing of it, and tells the audit log that it did.',
    'sql < FILE',
  ),
});
let text = '';
try {
  if (process.stdin.isTTY) throw new Error(USAGE);
  text = (await buffer(process.stdin)).toString();
  if (text.trim() === '') throw new Error(USAGE);
  const { dataDir, databaseUrl } = readDatabasePlace();
  const caller = readCaller();
  const lines = await withDatabase(dataDir, databaseUrl, async (url) => await run(url, text, caller));
  for (const line of lines) console.log(line);
} catch (cause) {
  const changed = MAY_COMMIT.test(text)
    ? 'Nothing since its last COMMIT was changed.'
    : 'Nothing was changed.';
  if (cause instanceof pg.DatabaseError) console.error(`${changed} PostgreSQL says: ${cause.message}`);
  else if (cause instanceof LeftOpen || (cause instanceof Error && cause.message === USAGE))
    console.error(cause.message);
  else console.error(explainFault(cause));
  process.exitCode = 1;
}
