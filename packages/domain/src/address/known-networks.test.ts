import { expect, test } from 'vitest';
import {
  DELIVERY_NETWORKS_GONE_MS,
  DELIVERY_NETWORKS_TOLD_EVERY_MS,
  NETWORKS_FILE_OLD_MS,
  networksState,
} from './known-networks.ts';

const NOW = 1_800_000_000_000;
const told = (networks: number, fileAgeMs: number | null, toldAgeMs = 0) => ({
  networks,
  fileAtMs: fileAgeMs === null ? null : NOW - fileAgeMs,
  toldAtMs: NOW - toldAgeMs,
});
const state = (...all: ReturnType<typeof told>[]) => networksState(all, NOW).state;

test('the processes are as good as the one that knows least', () => {
  expect(state()).toBe('silent');
  expect(state(told(10, 1_000))).toBe('on');
  expect(state(told(10, 1_000), told(0, null))).toBe('off');
  expect(networksState([told(10, 1_000), told(20, 5_000)], NOW)).toEqual({
    state: 'on',
    networks: 20,
    fileAtMs: NOW - 5_000,
  });
});

test('one that has gone silent counts no more, and the file grows old, at both sides of each edge', () => {
  expect(state(told(10, 1_000, DELIVERY_NETWORKS_GONE_MS))).toBe('on');
  expect(state(told(10, 1_000, DELIVERY_NETWORKS_GONE_MS + 1))).toBe('silent');
  expect(state(told(10, 1_000), told(0, null, DELIVERY_NETWORKS_GONE_MS + 1))).toBe('on');
  expect(state(told(10, NETWORKS_FILE_OLD_MS))).toBe('on');
  expect(state(told(10, NETWORKS_FILE_OLD_MS + 1))).toBe('old');
});

test('it is told every ten minutes, missed after thirty, and old after thirty days', () => {
  const minutes = [DELIVERY_NETWORKS_TOLD_EVERY_MS, DELIVERY_NETWORKS_GONE_MS, NETWORKS_FILE_OLD_MS].map(
    (ms) => ms / 60_000,
  );
  expect(minutes).toEqual([10, 30, 30 * 24 * 60]);
});
