import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './config.ts';
import { BUILDS, ensureBuilt } from './launcher/builds.ts';
import {
  checkOutcome,
  lastLine,
  type Outcome,
  type PlaywrightReport,
  playwrightFailures,
  playwrightOutcome,
  refuseEmpty,
  total,
  type VitestReport,
  vitestFailures,
  vitestOutcome,
} from './test-report.ts';

/** `npm test`: everything that can be checked, one part after the other, all of them even when one fails. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'placard-reports-'));
/** Told once more at the end, where somebody looks who sees only the last page of a long output. */
const failures: string[] = [];

interface Part {
  readonly name: string;
  run(): Promise<Outcome>;
}

/** Runs a program of the project with its output going on to ours; resolves to its exit code. */
function program(name: string, args: string[], extra: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(name, args, {
      cwd: ROOT,
      env: { ...programEnvironment(ROOT), ...extra },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', (cause) => {
      console.error(cause.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function check(name: string, script: string): Part {
  return { name, run: async () => checkOutcome(await program('npm', ['run', '--silent', script])) };
}

function vitest(name: string, projects: string[]): Part {
  const file = join(reports, `${projects.join('-')}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
  ];
  return {
    name,
    run: async () => {
      const exitCode = await program('vitest', [...args, `--outputFile.json=${file}`]);
      const report = readReport<VitestReport>(file);
      failures.push(...vitestFailures(report));
      return refuseEmpty(vitestOutcome(report, exitCode));
    },
  };
}

function build(): Part {
  return {
    name: 'build of dashboard and tag',
    run: async () => {
      try {
        await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), console.log);
        return checkOutcome(0);
      } catch (cause) {
        console.error(cause instanceof Error ? cause.message : cause);
        return checkOutcome(1);
      }
    },
  };
}

function playwright(): Part {
  const file = join(reports, 'playwright.json');
  return {
    name: 'browser: tag and journeys',
    run: async () => {
      const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
      const exitCode = await program('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
      const report = readReport<PlaywrightReport>(file);
      failures.push(...playwrightFailures(report));
      return refuseEmpty(playwrightOutcome(report, exitCode));
    },
  };
}

const PARTS: readonly Part[] = [
  check('types', 'types'),
  check('linter', 'lint'),
  check('dead code', 'knip'),
  vitest('structure', ['tidy']),
  build(),
  vitest('units and database', ['unit', 'db']),
  playwright(),
];

const outcomes: Outcome[] = [];
const rows: string[] = [];
for (const part of PARTS) {
  console.log(`\n── ${part.name} ${'─'.repeat(Math.max(1, 70 - part.name.length))}`);
  const start = performance.now();
  const outcome = await part.run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  outcomes.push(outcome);
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  rows.push(
    `${outcome.failed === 0 ? 'ok  ' : 'FAIL'}  ${part.name.padEnd(28)} ${seconds.padStart(6)} s  ${lastLine(outcome)}${skipped}`,
  );
}
rmSync(reports, { recursive: true, force: true });

const sum = total(outcomes);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${rows.join('\n')}\n`);
console.log(lastLine(sum));
process.exitCode = sum.failed === 0 ? 0 : 1;
