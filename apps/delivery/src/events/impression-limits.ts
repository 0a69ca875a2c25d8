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
  take(viewerHash: Buffer, nowMs: number): boolean {
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
function viewerNumber(hash: Buffer): number {
  return (hash.readUIntBE(0, 3) & 0xfffff) * 2 ** 32 + hash.readUInt32BE(4);
}
