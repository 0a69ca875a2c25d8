import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { missingEngineLibrary, OTHER_ENGINE } from '@placard/db/process/engine-library';
import { type Finding, fault, ok } from './finding.ts';
import { codeOf, PATIENCE_MS } from './network-checks.ts';

const NAME = 'Reports';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TRY = join(ROOT, 'apps/server/src/main-try-engine.ts');
/** Read from a slow disk for the first time its 500 MB take some seconds. */
const OPENING_MS = 60_000;
const MAX_SAID = 300;

/** Whether the ClickHouse that holds the reports is there: the server of CLICKHOUSE_URL, or the library of the embedded one. */
export async function checkReports(
  clickhouseUrl: string | undefined,
  { missing = missingEngineLibrary(), program = TRY, openingMs = OPENING_MS }: EngineParts = {},
): Promise<Finding> {
  if (clickhouseUrl !== undefined) return await checkServer(new URL(clickhouseUrl));
  if (missing !== undefined) return fault(NAME, missing, OTHER_ENGINE);
  const failed = await triedEngine(program, openingMs);
  if (failed === undefined) return ok(NAME, 'They are embedded, and the library for it answers.');
  return fault(
    NAME,
    `The library of the embedded reports is there and cannot be used: ${failed}.`,
    OTHER_ENGINE,
  );
}

export type EngineParts = {
  /** Why there is no library, in a sentence; undefined where there is one. */
  readonly missing?: string | undefined;
  /** What opens it. */
  readonly program?: string;
  /** So long it may take. */
  readonly openingMs?: number;
};

/**
 * In a process of its own: a library that this processor or system cannot run ends the one that opens it. The engine rests
 * until a report is asked for, so that without this the first one would tell.
 * @returns why it cannot be used
 */
async function triedEngine(program: string, openingMs: number): Promise<string | undefined> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', program];
    await promisify(execFile)(process.execPath, args, { timeout: openingMs, killSignal: 'SIGKILL' });
    return undefined;
  } catch (cause) {
    const { killed, signal, stderr } = cause as { killed?: boolean; signal?: string | null; stderr?: string };
    if (killed) return `it did not answer within ${openingMs / 1_000} s`;
    if (signal) return `it ends the process that opens it (${signal})`;
    return stderr?.trim().split('\n')[0]?.slice(0, MAX_SAID) || 'it says nothing';
  }
}

async function checkServer(url: URL): Promise<Finding> {
  const { origin, username, password } = url;
  const headers: Record<string, string> = {};
  if (username !== '') headers['X-ClickHouse-User'] = decodeURIComponent(username);
  if (password !== '') headers['X-ClickHouse-Key'] = decodeURIComponent(password);
  try {
    const answer = await fetch(origin, {
      ...{ method: 'POST', body: 'select 1 format TSV', headers, redirect: 'manual' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const said = (await answer.text()).trim();
    if (answer.ok && said === '1') return ok(NAME, `ClickHouse answers at ${origin}.`);
    return fault(
      NAME,
      `${origin} is no ClickHouse, or refuses us: ${answer.status} ${said.slice(0, 150)}`,
      'Look at the address, the user and the password in CLICKHOUSE_URL.',
    );
  } catch (cause) {
    const todo = 'Is that ClickHouse started? Look at CLICKHOUSE_URL, and at the firewall between.';
    return fault(NAME, `No ClickHouse answers at ${origin}: ${codeOf(cause)}.`, todo);
  }
}
