import { layout, viewOf } from './layout.ts';

/**
 * `pacing_plan.body`: what each ad set may still spend and how fast, one entry behind the other.
 *
 * Delivery divides rate and remainder by the number of its processes and counts its own decisions against them
 * between two plans, so with the worker away it goes on at the last rate and stops where the money ends.
 */
const ENTRY = layout({
  adSetId: 'u32',
  /** Still chargeable now: the smallest of ad set total, ad set day, campaign, wallet; what is in flight already taken off. */
  remainingMicros: 'u64',
  /** It should spend. */
  ratePerMinuteMicros: 'u64',
  /** Price × how many decisions come to be charged: turns a rate of money into one of decisions. */
  expectedPerThousandMicros: 'u32',
});
export const PACING_ENTRY_BYTES = ENTRY.bytes;
export type PacingEntry = ReturnType<typeof ENTRY.read>;

export function writePacingPlan(entries: readonly PacingEntry[]): Uint8Array {
  const body = new Uint8Array(entries.length * ENTRY.bytes);
  const view = viewOf(body);
  for (const [index, entry] of entries.entries()) {
    const expectedPerThousandMicros = Math.min(entry.expectedPerThousandMicros, 0xffff_ffff);
    ENTRY.write(view, index * ENTRY.bytes, { ...entry, expectedPerThousandMicros });
  }
  return body;
}

/** @throws RangeError when the length is no multiple of an entry. */
function viewOfPlan(body: Uint8Array): DataView {
  if (body.byteLength % ENTRY.bytes !== 0) {
    throw new RangeError(
      `a pacing plan of ${body.byteLength} bytes is no whole number of ${ENTRY.bytes}-byte entries`,
    );
  }
  return viewOf(body);
}

/** @throws RangeError when the length is no multiple of an entry. */
export function readPacingPlan(body: Uint8Array): PacingEntry[] {
  const view = viewOfPlan(body);
  return Array.from({ length: body.byteLength / ENTRY.bytes }, (_, index) =>
    ENTRY.read(view, index * ENTRY.bytes),
  );
}

/** One entry with its amounts as numbers: exact below 2^53 micros, and no garbage for a plan of 100,000 ad sets. */
export type PacingFigures = { -readonly [Name in keyof PacingEntry]: number };

/**
 * Visits the entries in order. The object is the same each time: copy what is to be kept.
 * @throws RangeError when the length is no multiple of an entry.
 */
export function eachPacingEntry(body: Uint8Array, visit: (entry: Readonly<PacingFigures>) => void): void {
  const view = viewOfPlan(body);
  const amountAt = (at: number) => view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
  const entry: PacingFigures = {
    adSetId: 0,
    remainingMicros: 0,
    ratePerMinuteMicros: 0,
    expectedPerThousandMicros: 0,
  };
  for (let offset = 0; offset < body.byteLength; offset += ENTRY.bytes) {
    entry.adSetId = view.getUint32(offset + ENTRY.at.adSetId);
    entry.remainingMicros = amountAt(offset + ENTRY.at.remainingMicros);
    entry.ratePerMinuteMicros = amountAt(offset + ENTRY.at.ratePerMinuteMicros);
    entry.expectedPerThousandMicros = view.getUint32(offset + ENTRY.at.expectedPerThousandMicros);
    visit(entry);
  }
}
