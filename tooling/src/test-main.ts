import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './config.ts';
import { BUILDS, ensureBuilt } from './launcher/builds.ts';
import { lanes, type Part } from './test-lanes.ts';
import {
  checkOutcome,
  lastLine,
  type PlaywrightReport,
  playwrightFailures,
  playwrightOutcome,
  refuseEmpty,
  total,
  type VitestReport,
  vitestFailures,
  vitestOutcome,
} from './test-report.ts';

/**
 * `npm test`: everything that can be checked, all of it even when something fails. A browser's tests wait a third of their
 * time (for pages, for the product's own clocks), so the checks are done beside them and give way to them. Tests on a database
 * are not: those hold the product's own patience against what they do, and need the processors for it.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'placard-reports-'));
/** Told once more at the end, where somebody looks who sees only the last page of a long output. */
const failures: string[] = [];

/** Smaller shares of the processors than the browser's tests get, whose waits have an end. */
const GIVES_WAY = 5;

interface Run {
  readonly environment?: NodeJS.ProcessEnv;
  /** Told what the program prints; without it that is printed at once. */
  readonly keep?: ((printed: string) => void) | undefined;
}

/** Runs a program of the project; resolves to its exit code. */
function program(name: string, args: string[], { environment = {}, keep }: Run = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(name, args, {
      cwd: ROOT,
      env: { ...programEnvironment(ROOT), ...environment },
      stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
    });
    if (keep && child.pid !== undefined) setPriority(child.pid, GIVES_WAY);
    child.stdout?.setEncoding('utf8').on('data', keep ?? (() => {}));
    child.stderr?.setEncoding('utf8').on('data', keep ?? (() => {}));
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
  return {
    name,
    run: async (keep) => checkOutcome(await program('npm', ['run', '--silent', script], { keep })),
  };
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
    run: async (keep) => {
      const exitCode = await program('vitest', [...args, `--outputFile.json=${file}`], { keep });
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
      const environment = {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        // Line by line, also in a terminal: what the other lane has to say comes in between.
        PLAYWRIGHT_FORCE_TTY: '0',
      };
      const exitCode = await program('playwright', args, { environment });
      const report = readReport<PlaywrightReport>(file);
      failures.push(...playwrightFailures(report));
      return refuseEmpty(playwrightOutcome(report, exitCode));
    },
  };
}

const results = await lanes(
  [build(), vitest('units and database', ['unit', 'db'])],
  [
    [playwright()],
    [
      check('types', 'types'),
      check('linter', 'lint'),
      check('dead code', 'knip'),
      vitest('structure', ['tidy']),
    ],
  ],
  (text) => process.stdout.write(text),
);
rmSync(reports, { recursive: true, force: true });

const rows = results.map(({ name, seconds, outcome }) => {
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  return `${outcome.failed === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s  ${lastLine(outcome)}${skipped}`;
});
const sum = total(results.map(({ outcome }) => outcome));
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${rows.join('\n')}\n`);
console.log(lastLine(sum));
process.exitCode = sum.failed === 0 ? 0 : 1;
