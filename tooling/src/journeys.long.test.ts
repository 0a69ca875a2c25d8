import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programEnvironment } from './config.ts';
import { BUILDS, ensureBuilt } from './launcher/builds.ts';
import { type PlaywrightReport, playwrightFailures, playwrightOutcome } from './test-report.ts';

/** `npm run test:long -- journeys`: the journeys in a browser that are no part of `npm test`, by Playwright as there. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-journeys-'));
  await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), console.log);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('each of the long journeys comes to its end', async () => {
  const file = join(folder, 'report.json');
  const args = ['test', '-c', 'e2e/playwright.long.config.ts', '--reporter=list,json'];
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_FORCE_TTY: '0' };
  const child = spawn('playwright', args, {
    cwd: ROOT,
    env: { ...programEnvironment(ROOT), ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  expect(playwrightFailures(report)).toEqual([]);
  const { passed, failed } = playwrightOutcome(report, exitCode);
  expect({ failed, some: passed > 0 }).toEqual({ failed: 0, some: true });
});
