import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOrEnd } from '@placard/db/process/command-call';
import { programEnvironment } from './config.ts';
import { BUILDS, ensureBuilt } from './launcher/builds.ts';
import { lanes, type Part } from './test-lanes.ts';
import {
  checkOutcome,
  elsewhere,
  lastLine,
  type PlaywrightReport,
  playwrightFailures,
  playwrightOutcome,
  refuseEmpty,
  TAIL_LENGTH,
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

callOrEnd({
  help: `npm test

everything that can be checked. Parts of it: npm run check, npm run test:unit, npm run test:db, npm run test:browser, each with
what vitest and playwright take: npm run test:unit -- apps/tag`,
});
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

interface Ran {
  readonly exitCode: number;
  /** The end of what it printed: what failed outside of a test is only told there. */
  readonly tail: string;
}

/** Runs a program of the project to its end. */
function program(name: string, args: string[], { environment = {}, keep }: Run = {}): Promise<Ran> {
  return new Promise((resolve) => {
    // Through a pipe a program takes no terminal for its own, and prints it in black and white unless told otherwise.
    const colours = process.stdout.hasColors?.() === true;
    const child = spawn(name, args, {
      cwd: ROOT,
      env: { ...programEnvironment(ROOT), ...(colours ? { FORCE_COLOR: '1' } : {}), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (keep && child.pid !== undefined) setPriority(child.pid, GIVES_WAY);
    const print = keep ?? ((printed: string) => process.stdout.write(printed));
    let tail = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (printed: string) => {
        tail = `${tail}${printed}`.slice(-TAIL_LENGTH);
        print(printed);
      });
    }
    child.once('error', (cause) => {
      console.error(cause.message);
      resolve({ exitCode: 1, tail: cause.message });
    });
    child.once('close', (code) => resolve({ exitCode: code ?? 1, tail }));
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
    run: async (keep) => {
      const { exitCode, tail } = await program('npm', ['run', '--silent', script], { keep });
      const outcome = checkOutcome(exitCode);
      failures.push(...elsewhere(name, outcome, [], tail));
      return outcome;
    },
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
      const { exitCode, tail } = await program('vitest', [...args, `--outputFile.json=${file}`], { keep });
      const report = readReport<VitestReport>(file);
      const outcome = refuseEmpty(vitestOutcome(report, exitCode));
      const told = vitestFailures(report);
      failures.push(...told, ...elsewhere(name, outcome, told, tail));
      return outcome;
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
      const { exitCode, tail } = await program('playwright', args, { environment });
      const report = readReport<PlaywrightReport>(file);
      const outcome = refuseEmpty(playwrightOutcome(report, exitCode));
      const told = playwrightFailures(report);
      failures.push(...told, ...elsewhere('browser', outcome, told, tail));
      return outcome;
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
