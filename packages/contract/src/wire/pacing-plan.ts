/**
 * `pacing_plan.body`: what each ad set may still spend and how fast. 24 bytes an ad set, big-endian:
 * u32 ad set id, u64 micros still chargeable now (smallest of ad set total, ad set day, campaign, wallet;
 * what is in flight already taken off), u64 micros per minute it should spend, u32 expected micros… per
 * 1,000 decisions (price × how many of them come to be charged), used to turn a rate of money into one of decisions.
 *
 * Delivery divides rate and remainder by the number of its processes and counts its own decisions against them
 * between two plans, so with the worker away it goes on at the last rate and stops where the money ends.
 */
export const PACING_ENTRY_BYTES = 24;

export type PacingEntry = {
  readonly adSetId: number;
  readonly remainingMicros: bigint;
  readonly ratePerMinuteMicros: bigint;
  readonly expectedPerThousandMicros: number;
};

export function writePacingPlan(entries: readonly PacingEntry[]): Uint8Array {
  const body = new Uint8Array(entries.length * PACING_ENTRY_BYTES);
  const view = new DataView(body.buffer);
  entries.forEach((entry, index) => {
    const offset = index * PACING_ENTRY_BYTES;
    view.setUint32(offset, entry.adSetId);
    view.setBigUint64(offset + 4, entry.remainingMicros);
    view.setBigUint64(offset + 12, entry.ratePerMinuteMicros);
    view.setUint32(offset + 20, Math.min(entry.expectedPerThousandMicros, 0xffff_ffff));
  });
  return body;
}

/** @throws RangeError when the length is no multiple of an entry. */
export function readPacingPlan(body: Uint8Array): PacingEntry[] {
  if (body.byteLength % PACING_ENTRY_BYTES !== 0) {
    throw new RangeError(
      `a pacing plan of ${body.byteLength} bytes is no whole number of ${PACING_ENTRY_BYTES}-byte entries`,
    );
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const entries: PacingEntry[] = [];
  for (let offset = 0; offset < body.byteLength; offset += PACING_ENTRY_BYTES) {
    entries.push({
      adSetId: view.getUint32(offset),
      remainingMicros: view.getBigUint64(offset + 4),
      ratePerMinuteMicros: view.getBigUint64(offset + 12),
      expectedPerThousandMicros: view.getUint32(offset + 20),
    });
  }
  return entries;
}

/** One entry with its amounts as numbers: exact below 2^53 micros, and no garbage for a plan of 100,000 ad sets. */
export type PacingFigures = {
  adSetId: number;
  remainingMicros: number;
  ratePerMinuteMicros: number;
  expectedPerThousandMicros: number;
};

/**
 * Visits the entries in order. The object is the same each time: copy what is to be kept.
 * @throws RangeError when the length is no multiple of an entry.
 */
export function eachPacingEntry(body: Uint8Array, visit: (entry: Readonly<PacingFigures>) => void): void {
  if (body.byteLength % PACING_ENTRY_BYTES !== 0) {
    throw new RangeError(
      `a pacing plan of ${body.byteLength} bytes is no whole number of ${PACING_ENTRY_BYTES}-byte entries`,
    );
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const entry: PacingFigures = {
    adSetId: 0,
    remainingMicros: 0,
    ratePerMinuteMicros: 0,
    expectedPerThousandMicros: 0,
  };
  for (let offset = 0; offset < body.byteLength; offset += PACING_ENTRY_BYTES) {
    entry.adSetId = view.getUint32(offset);
    entry.remainingMicros = view.getUint32(offset + 4) * 2 ** 32 + view.getUint32(offset + 8);
    entry.ratePerMinuteMicros = view.getUint32(offset + 12) * 2 ** 32 + view.getUint32(offset + 16);
    entry.expectedPerThousandMicros = view.getUint32(offset + 20);
    visit(entry);
  }
}
