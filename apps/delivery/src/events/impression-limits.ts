import { IMPRESSION_LADDER } from '@placard/domain/decision/impression-ladder';
import { KeptCounts } from './kept-counts.ts';

/** The ladder of impressions for the viewers of this process: settlement would need a row for each viewer. */
export class ImpressionLimits {
  private readonly counts = new KeptCounts<number>(IMPRESSION_LADDER);

  /** Counts one of the viewer. @returns whether it may be billed. */
  take(viewerHash: Buffer, nowMs: number): boolean {
    return this.counts.take(viewerNumber(viewerHash), nowMs);
  }
}

/** 52 bits of the hash: a whole number that a Map finds without making a text of it. */
function viewerNumber(hash: Buffer): number {
  return (hash.readUIntBE(0, 3) & 0xfffff) * 2 ** 32 + hash.readUInt32BE(4);
}
