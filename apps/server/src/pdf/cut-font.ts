import { readFile } from 'node:fs/promises';
import decompress from 'woff2-encoder/decompress';

/** What of HarfBuzz's interface in C is called here. Numbers are addresses in its memory, or counts. */
type HarfBuzz = {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, owner: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
};

/** `hb_memory_mode_t` and `hb_subset_sets_t`. */
const READ_ONLY = 1;
const LAYOUT_FEATURES = 6;

let started: Promise<HarfBuzz> | undefined;

async function start(): Promise<HarfBuzz> {
  const file = new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const harfbuzz = instance.exports as HarfBuzz;
  harfbuzz._initialize();
  return harfbuzz;
}

/**
 * A font with nothing but what these characters need, with all its rules of joining and placing.
 * @param file WOFF2 or TrueType
 * @param weights of a variable font, which is fixed at each; null where it has one weight only
 * @returns TrueType, for each weight
 * @throws Error when the file is no such font
 */
export async function cutFont(
  file: URL,
  codePoints: readonly number[],
  weights: readonly (number | null)[],
): Promise<Uint8Array[]> {
  const bytes = await readFile(file);
  const whole = file.pathname.endsWith('.woff2') ? await decompress(bytes) : bytes;
  started ??= start();
  const harfbuzz = await started;
  return weights.map((weight) => {
    const cut = subset(harfbuzz, whole, codePoints, weight);
    if (cut === null) throw new Error(`${file.href} cannot be cut down`);
    return cut;
  });
}

function subset(
  harfbuzz: HarfBuzz,
  whole: Uint8Array,
  codePoints: readonly number[],
  weight: number | null,
): Uint8Array | null {
  const data = harfbuzz.malloc(whole.length);
  // Its memory is another one after it has grown, so it is looked up each time.
  new Uint8Array(harfbuzz.memory.buffer).set(whole, data);
  const blob = harfbuzz.hb_blob_create(data, whole.length, READ_ONLY, 0, 0);
  const face = harfbuzz.hb_face_create(blob, 0);
  const input = harfbuzz.hb_subset_input_create_or_fail();
  try {
    const features = harfbuzz.hb_subset_input_set(input, LAYOUT_FEATURES);
    harfbuzz.hb_set_clear(features);
    harfbuzz.hb_set_invert(features);
    const characters = harfbuzz.hb_subset_input_unicode_set(input);
    for (const codePoint of codePoints) harfbuzz.hb_set_add(characters, codePoint);
    const pinned =
      weight === null || harfbuzz.hb_subset_input_pin_axis_location(input, face, tagOf('wght'), weight) !== 0;
    return pinned ? bytesOf(harfbuzz, harfbuzz.hb_subset_or_fail(face, input)) : null;
  } finally {
    harfbuzz.hb_subset_input_destroy(input);
    harfbuzz.hb_face_destroy(face);
    harfbuzz.hb_blob_destroy(blob);
    harfbuzz.free(data);
  }
}

/** A copy of what a face is made of, which is let go. */
function bytesOf(harfbuzz: HarfBuzz, face: number): Uint8Array | null {
  if (face === 0) return null;
  const blob = harfbuzz.hb_face_reference_blob(face);
  const from = harfbuzz.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(harfbuzz.memory.buffer).slice(from, from + harfbuzz.hb_blob_get_length(blob));
  harfbuzz.hb_blob_destroy(blob);
  harfbuzz.hb_face_destroy(face);
  return bytes.length > 0 ? bytes : null;
}

/** Four letters as HarfBuzz counts them. */
function tagOf(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE();
}
