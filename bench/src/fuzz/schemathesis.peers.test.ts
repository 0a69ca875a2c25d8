import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { peers } from '@placard/tooling/config';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES, type Role, signEverybodyIn } from './sessions.ts';

/** Calls of all roles together, at least. */
const CALLS = Number(process.env.PLACARD_SCHEMATHESIS_CALLS ?? 20_000);
const SEED = Number(process.env.PLACARD_FUZZ_SEED ?? 1);
/** Of one run, after which everybody is signed in again: a run closes doors to itself. */
const RUN_SECONDS = 60;
const MOST_RUNS = 200;
/** What an answer has to be; which made-up input is refused is the API's own affair. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
].join(',');

type Report = {
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
};

let folder: string;
let placard: RunningPlacard;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-schemathesis-'));
  placard = await runPlacard({
    demo: true,
    environment: { PLACARD_CALLS_PER_MINUTE: '10000000', PLACARD_DELIVERY_PROCESSES: '1' },
  });
  const url = runningClusterUrl(join(placard.dataDir, 'postgres'));
  pool = createPool({ url, name: 'placard-schemathesis', max: 2 });
}, 300_000);
afterAll(async () => {
  await pool?.end();
  await placard?.stop();
  rmSync(folder, { recursive: true });
});

/** One run over all operations: examples, edges, chance, and operations one after the other by what they answer. */
async function run(round: number, token: string | undefined): Promise<Report> {
  const program = peers().schemathesis;
  if (program === undefined) throw new Error('run it by "npm run test:peers"');
  const reports = join(folder, String(round));
  const args = [
    ...['run', `${placard.url}/api/openapi.json`, '--url', `${placard.url}/api`],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '20'],
    ...['--checks', CHECKS, '--seed', String(SEED + round), '--max-time', String(RUN_SECONDS)],
    ...['--request-timeout', '30', '--warnings', 'off', '--no-color'],
    ...['--report', 'json', '--report-dir', reports],
    // Whoever signs out, is suspended or closes the account ends the run, not the tries.
    ...(token === undefined
      ? []
      : ['--header', `Authorization: Bearer ${token}`, '--exclude-tag', 'Session']),
  ];
  const said = await new Promise<string>((resolve) =>
    execFile(program, args, { cwd: folder, maxBuffer: 100_000_000 }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    ),
  );
  const [name] = readdirSync(reports);
  if (name === undefined) throw new Error(`it made no report:\n${said.slice(-2_000)}`);
  const report: Report = JSON.parse(readFileSync(join(reports, name), 'utf8'));
  if (report.failures.length + report.errors.length > 0) process.stdout.write(said);
  return report;
}

it(`finds no server error and no undocumented answer in ${CALLS} calls of all roles`, async () => {
  const who: readonly (Role | 'signed out')[] = [...ROLES, 'signed out'];
  const calls: Record<string, number> = {};
  const faults: unknown[] = [];
  let total = 0;
  for (let round = 0; round < MOST_RUNS && (round < who.length || total < CALLS); round += 1) {
    const role = who[round % who.length] ?? 'signed out';
    const tokens = await signEverybodyIn(pool, placard);
    const report = await run(round, role === 'signed out' ? undefined : tokens[role]);
    const { generated } = report.test_cases;
    total += generated;
    calls[role] = (calls[role] ?? 0) + generated;
    faults.push(...report.failures, ...report.errors);
    process.stdout.write(`${role}: ${generated} calls, ${total} in all, ${faults.length} faults\n`);
  }
  process.stdout.write(`schemathesis: ${total} calls (${JSON.stringify(calls)}), seed ${SEED}\n`);
  expect(faults).toEqual([]);
  expect(total).toBeGreaterThanOrEqual(CALLS);
}, 7_200_000);
