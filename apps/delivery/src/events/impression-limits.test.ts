import { describe, expect, test } from 'vitest';
import { ImpressionLimits, KEPT_VIEWERS } from './impression-limits.ts';

const NOW_MS = Date.UTC(2026, 10, 22);

function viewer(id: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(id, 4);
  return bytes;
}

describe('limits of impressions', () => {
  test('hold for each viewer', () => {
    const limits = new ImpressionLimits();
    for (let index = 0; index < 120; index += 1) expect(limits.take(viewer(1), NOW_MS)).toBe(true);
    expect(limits.take(viewer(1), NOW_MS)).toBe(false);
    expect(limits.take(viewer(2), NOW_MS)).toBe(true);
  });

  test('are kept for so many viewers, the longest known forgotten first', () => {
    const limits = new ImpressionLimits();
    for (let index = 0; index < 120; index += 1) limits.take(viewer(0), NOW_MS);
    for (let id = 1; id < KEPT_VIEWERS; id += 1) limits.take(viewer(id), NOW_MS);
    expect(limits.take(viewer(0), NOW_MS)).toBe(false);
    limits.take(viewer(KEPT_VIEWERS), NOW_MS);
    expect(limits.take(viewer(0), NOW_MS)).toBe(true);
  });
});
