import { expect, it } from 'vitest';
import { type LoggedStall, momentMs } from '../load/logged-stall.ts';
import { CallsUnderWay, tellStall } from './calls-under-way.ts';

const stall = (from: number, to: number): LoggedStall => ({
  ...{ program: 'server/src/main-api.ts', pid: 7, from, to },
  ...{ ranMs: 120.4, waitedMs: 30, blockedMs: 0, gcMs: 12, where: ['90 ms work apps/server/src/work.ts:3'] },
});

it('knows which calls a program had while it stalled', () => {
  const calls = new CallsUnderWay();
  const answered = calls.begin('main-api.ts', 'before');
  answered();
  const from = momentMs();
  const during = calls.begin('main-api.ts', 'during');
  calls.begin('delivery/src/main.ts', 'of another program');
  calls.begin('main-api.ts', 'not answered yet');
  const to = momentMs();
  during();
  calls.begin('main-api.ts', 'after');
  expect(calls.during(stall(from, to))).toEqual(['during', 'not answered yet']);
});

it('keeps those that are not answered, however many came later', () => {
  const calls = new CallsUnderWay();
  calls.begin('main-api.ts', 'long');
  for (let count = 0; count < 20_000; count += 1) calls.begin('main-api.ts', 'short')();
  const now = momentMs();
  expect(calls.during(stall(now, now + 1))).toEqual(['long']);
});

it('tells whose stall it was, what it was made of, and what was under way', () => {
  expect(tellStall(stall(1_000, 1_155), ['GET /api/auth/config'])).toBe(
    [
      'STALL of server/src/main-api.ts (7) for 155 ms: ran 120 ms, was blocked 0 ms, waited for a processor 30 ms; 12 ms went by collecting garbage',
      '  in 90 ms work apps/server/src/work.ts:3',
      '  during GET /api/auth/config',
    ].join('\n'),
  );
});
