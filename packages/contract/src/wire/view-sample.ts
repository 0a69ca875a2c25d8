import { layout, RECORD_TYPE_AT, recordLayout, viewOf } from './layout.ts';

/**
 * A widget view as the auction met it, kept for an hour or two so that an advertiser can be told why nothing is shown.
 * A sample stands for `weight` views. Statistics only, never money, and it names no visitor.
 */
export const RECORD_TYPE_VIEW_SAMPLE = 5;

/** More sizes than a widget has in practice; what is beyond is left out of the sample. */
export const MAX_SAMPLE_SIZES = 30;
export const MAX_SAMPLE_CAPS = 100;

const SAMPLE = recordLayout(RECORD_TYPE_VIEW_SAMPLE, {
  device: 'u2',
  /** How many of each stand behind the fields. */
  sizeCount: 'u8',
  cappedCount: 'u8',
  atMs: 'u48',
  widgetId: 'u32',
  /** How many views it stands for, itself among them. */
  weight: 'u32',
  /** Upper case; '' if unknown. */
  country: 'letters',
  /** Lower case; '' if unknown. */
  language: 'letters',
  floorMicros: 'f64',
  /** 0 where nothing was shown. */
  winningEcpmMicros: 'f64',
  /** 0 where nothing was shown. */
  winningAdSetId: 'u32',
});
const SIZE = layout({ widthPx: 'u16', heightPx: 'u16' });
const CAPPED = layout({ id: 'u32' });

export type ViewSample = Omit<ReturnType<typeof SAMPLE.read>, 'sizeCount' | 'cappedCount'> & {
  /** Those of the widget's sizes that its container held. */
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
  /** Ad sets whose frequency cap this browser had reached. */
  readonly cappedAdSetIds: readonly number[];
};

/** The record's bytes. */
export function viewSampleRecord(sample: ViewSample): Uint8Array {
  const sizes = sample.sizes.slice(0, MAX_SAMPLE_SIZES);
  const capped = sample.cappedAdSetIds.slice(0, MAX_SAMPLE_CAPS);
  const capsAt = SAMPLE.bytes + sizes.length * SIZE.bytes;
  const bytes = new Uint8Array(capsAt + capped.length * CAPPED.bytes);
  const view = viewOf(bytes);
  SAMPLE.write(view, 0, { ...sample, sizeCount: sizes.length, cappedCount: capped.length });
  view.setUint16(0, bytes.byteLength);
  for (const [index, size] of sizes.entries()) SIZE.write(view, SAMPLE.bytes + index * SIZE.bytes, size);
  for (const [index, id] of capped.entries()) CAPPED.write(view, capsAt + index * CAPPED.bytes, { id });
  return bytes;
}

/** Reads one record. @returns `null` where the bytes are no whole view sample. */
export function readViewSample(bytes: Uint8Array): ViewSample | null {
  if (bytes.byteLength < SAMPLE.bytes) return null;
  const view = viewOf(bytes);
  const { sizeCount, cappedCount, ...fields } = SAMPLE.read(view, 0);
  const capsAt = SAMPLE.bytes + sizeCount * SIZE.bytes;
  const length = capsAt + cappedCount * CAPPED.bytes;
  if (view.getUint8(RECORD_TYPE_AT) !== RECORD_TYPE_VIEW_SAMPLE || view.getUint16(0) !== length) return null;
  if (bytes.byteLength < length) return null;
  return {
    ...fields,
    sizes: Array.from({ length: sizeCount }, (_, index) =>
      SIZE.read(view, SAMPLE.bytes + index * SIZE.bytes),
    ),
    cappedAdSetIds: Array.from(
      { length: cappedCount },
      (_, index) => CAPPED.read(view, capsAt + index * CAPPED.bytes).id,
    ),
  };
}
