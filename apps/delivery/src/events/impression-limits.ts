import {
  type ImpressionCounts,
  newImpressionCounts,
  takeImpression,
} from '@placard/domain/decision/impression-ladder';

/** Viewers kept at most, the longest known go first: some 10 MB. */
export const KEPT_VIEWERS = 50_000;

/**
 * The ladder of impressions for the viewers of this process, in memory: settlement would need a row for each viewer. With several processes
 * each has its own counts, and a start begins anew: a limit of what a machine can take, not of what a person may.
 */
export class ImpressionLimits {
  private readonly viewers = new Map<number, ImpressionCounts>();

  /** Counts one of the viewer. @returns whether it may be billed. */
  take(viewerHash: Uint8Array, nowMs: number): boolean {
    const viewer = viewerNumber(viewerHash);
    let counts = this.viewers.get(viewer);
    if (counts === undefined) {
      counts = newImpressionCounts();
      this.viewers.set(viewer, counts);
      for (const oldest of this.viewers.keys()) {
        if (this.viewers.size <= KEPT_VIEWERS) break;
        this.viewers.delete(oldest);
      }
    }
    return takeImpression(counts, Math.floor(nowMs / 1_000));
  }
}

/** 52 bits of the hash: a whole number that a Map finds without making a text of it. */
function viewerNumber(hash: Uint8Array): number {
  const byte = (at: number) => hash[at] ?? 0;
  const high = ((byte(0) & 15) << 16) + (byte(1) << 8) + byte(2);
  const low = byte(4) * 2 ** 24 + (byte(5) << 16) + (byte(6) << 8) + byte(7);
  return high * 2 ** 32 + low;
}
