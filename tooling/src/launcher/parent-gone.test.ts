import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { whenParentGone } from './parent-gone.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/orphan.ts', import.meta.url));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('nothing is told while the starter lives, and within a second and once that it is gone', () => {
  vi.useFakeTimers();
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(7);
  const tell = vi.fn();
  whenParentGone(tell);
  vi.advanceTimersByTime(60_000);
  expect(tell).not.toHaveBeenCalled();
  parent.mockReturnValue(1);
  vi.advanceTimersByTime(1_000);
  expect(tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(tell).toHaveBeenCalledTimes(1);
});

it('what was started ends when its starter is killed', async () => {
  const starter = spawn(process.execPath, [FIXTURE, 'parent'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  starter.stdout.on('data', (text: Buffer) => {
    said.push(text.toString().trim());
    if (said.length === 1) starter.kill('SIGKILL');
  });
  // The output ends with the last that writes to it.
  await once(starter.stdout, 'end');
  expect(said).toEqual(['watches', 'gone']);
});
