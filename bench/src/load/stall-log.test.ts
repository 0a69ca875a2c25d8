import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LoggedStall } from './logged-stall.ts';
import { loggingEnvironment, readStalls } from './stall-logs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-stall-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a program does between two turns of its loop, which it lets the log see. */
function stallsOf(work: string, profile = false): LoggedStall[] {
  const program = join(folder, 'program.mjs');
  const until = (ms: number) => `await new Promise((resolve) => setTimeout(resolve, ${ms}));`;
  writeFileSync(program, `${until(30)} ${work} ${until(30)} ${until(30)}`);
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...loggingEnvironment(folder, profile) },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return readStalls(folder);
}

/** By its processor time, which others on the machine don't change. */
const BURN = `function burn() { for (const { user, system } = process.threadCpuUsage(); ; ) {
  const now = process.threadCpuUsage();
  if (now.user + now.system - user - system >= 120_000) return;
} } burn();`;

it('says of a program that computes that it ran', () => {
  const stalls = stallsOf(BURN);
  const longest = stalls.toSorted((a, b) => b.ranMs - a.ranMs)[0];
  expect(longest?.program).toMatch(/program\.mjs$/);
  expect(longest?.ranMs).toBeGreaterThan(100);
  expect(longest?.where).toEqual([]);
});

it('says of a program that waits for something that it did not run', () => {
  const stalls = stallsOf(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);`);
  // Between busy processes the system counts a sleep as a wait for a processor.
  const rest = (stall: LoggedStall) => stall.blockedMs + stall.waitedMs;
  const longest = stalls.toSorted((a, b) => rest(b) - rest(a))[0];
  expect(longest === undefined ? 0 : rest(longest)).toBeGreaterThan(350);
  expect(longest?.ranMs).toBeLessThan(100);
});

it('names the functions, where it is asked to', () => {
  const stalls = stallsOf(BURN, true);
  const longest = stalls.toSorted((a, b) => b.ranMs - a.ranMs)[0];
  expect(longest?.where.join('\n')).toMatch(/ ms burn .*program\.mjs:1$/m);
});
