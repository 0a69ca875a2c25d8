import type { DeviceCode } from './decision-token.ts';

/**
 * A widget view as the auction met it, kept for an hour or two so that an advertiser can be told why nothing is shown.
 * A sample stands for `weight` views. Statistics only, never money, and it names no visitor.
 *
 * Layout, big-endian: u16 length, u8 type=5, u8 device, u8 number of sizes, u8 number of capped ad sets, u48 time
 * (epoch ms), u32 widget id, u32 weight, u16 country, u16 language, f64 floor, f64 eCPM of the winner (0 = nobody won),
 * u32 ad set of the winner, then for each size u16 width and u16 height, then for each capped ad set u32 id.
 */
export const RECORD_TYPE_VIEW_SAMPLE = 5;

const FIXED_BYTES = 44;
const SIZE_BYTES = 4;
const ID_BYTES = 4;
/** More sizes than a widget has in practice; what is beyond is left out of the sample. */
export const MAX_SAMPLE_SIZES = 30;
export const MAX_SAMPLE_CAPS = 100;

export type ViewSample = {
  readonly atMs: number;
  readonly widgetId: number;
  /** How many views it stands for, itself among them. */
  readonly weight: number;
  readonly device: DeviceCode;
  /** Two upper-case letters, '' if unknown. */
  readonly country: string;
  /** Two lower-case letters, '' if unknown. */
  readonly language: string;
  readonly floorMicros: number;
  /** 0 where nothing was shown. */
  readonly winningEcpmMicros: number;
  /** 0 where nothing was shown. */
  readonly winningAdSetId: number;
  /** Those of the widget's sizes that its container held. */
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
  /** Ad sets whose frequency cap this browser had reached. */
  readonly cappedAdSetIds: readonly number[];
};

function pairOf(text: string): number {
  return text.length === 2 ? text.charCodeAt(0) * 256 + text.charCodeAt(1) : 0;
}

function textOf(pair: number): string {
  return pair === 0 ? '' : String.fromCharCode(pair >>> 8, pair & 255);
}

/** The record's bytes. */
export function viewSampleRecord(sample: ViewSample): Uint8Array {
  const sizes = sample.sizes.slice(0, MAX_SAMPLE_SIZES);
  const capped = sample.cappedAdSetIds.slice(0, MAX_SAMPLE_CAPS);
  const bytes = new Uint8Array(FIXED_BYTES + sizes.length * SIZE_BYTES + capped.length * ID_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, bytes.byteLength);
  view.setUint8(2, RECORD_TYPE_VIEW_SAMPLE);
  view.setUint8(3, sample.device);
  view.setUint8(4, sizes.length);
  view.setUint8(5, capped.length);
  view.setUint16(6, Math.floor(sample.atMs / 2 ** 32));
  view.setUint32(8, sample.atMs % 2 ** 32);
  view.setUint32(12, sample.widgetId);
  view.setUint32(16, sample.weight);
  view.setUint16(20, pairOf(sample.country));
  view.setUint16(22, pairOf(sample.language));
  view.setFloat64(24, sample.floorMicros);
  view.setFloat64(32, sample.winningEcpmMicros);
  view.setUint32(40, sample.winningAdSetId);
  let at = FIXED_BYTES;
  for (const { widthPx, heightPx } of sizes) {
    view.setUint16(at, widthPx);
    view.setUint16(at + 2, heightPx);
    at += SIZE_BYTES;
  }
  for (const id of capped) {
    view.setUint32(at, id);
    at += ID_BYTES;
  }
  return bytes;
}

/** Reads one record. @returns `null` where the bytes are no whole view sample. */
export function readViewSample(bytes: Uint8Array): ViewSample | null {
  if (bytes.byteLength < FIXED_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizeCount = view.getUint8(4);
  const cappedCount = view.getUint8(5);
  const length = FIXED_BYTES + sizeCount * SIZE_BYTES + cappedCount * ID_BYTES;
  if (view.getUint8(2) !== RECORD_TYPE_VIEW_SAMPLE || view.getUint16(0) !== length) return null;
  if (bytes.byteLength < length) return null;
  const capsAt = FIXED_BYTES + sizeCount * SIZE_BYTES;
  return {
    atMs: view.getUint16(6) * 2 ** 32 + view.getUint32(8),
    device: (view.getUint8(3) & 3) as DeviceCode,
    widgetId: view.getUint32(12),
    weight: view.getUint32(16),
    country: textOf(view.getUint16(20)),
    language: textOf(view.getUint16(22)),
    floorMicros: view.getFloat64(24),
    winningEcpmMicros: view.getFloat64(32),
    winningAdSetId: view.getUint32(40),
    sizes: Array.from({ length: sizeCount }, (_, index) => ({
      widthPx: view.getUint16(FIXED_BYTES + index * SIZE_BYTES),
      heightPx: view.getUint16(FIXED_BYTES + index * SIZE_BYTES + 2),
    })),
    cappedAdSetIds: Array.from({ length: cappedCount }, (_, index) =>
      view.getUint32(capsAt + index * ID_BYTES),
    ),
  };
}
