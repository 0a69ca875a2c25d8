import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { Silence, watchForSilence } from './silence.ts';

const pings = (silence: Silence, count: number) => Array.from({ length: count }, () => silence.pinged());

it('takes a process for frozen after so many pings in a row, and not one before', () => {
  const silence = new Silence(3);
  expect(pings(silence, 4)).toEqual([false, false, false, true]);
});

it('begins anew with each answer', () => {
  const silence = new Silence(3);
  for (let turn = 0; turn < 100; turn += 1) {
    expect(pings(silence, 3)).toEqual([false, false, false]);
    silence.heard();
  }
});

it('asks nothing of a process that could not be started, which never ends either', async () => {
  const child = fork('nothing', [], { execPath: '/nowhere/at/all' });
  await once(child, 'error');
  vi.useFakeTimers();
  try {
    const frozen = vi.fn();
    watchForSilence(child, { pingEveryMs: 1, silentPings: 1, silentPingsAtStart: 1 }, frozen).ready();
    vi.advanceTimersByTime(10);
    expect([frozen.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
  } finally {
    vi.useRealTimers();
  }
});
