import { tokenLayout } from './layout.ts';
import { signedToken } from './signed-token.ts';

/**
 * The right to look at a creative's third-party code before anybody has approved it: `{FRAME_PATH}/KEY?v=TOKEN`, given out by the API
 * to its advertiser and to reviewers. A token as a decision's, of a version of its own.
 */
export const PREVIEW_PARAMETER = 'v';
export const PREVIEW_VERSION = 4;
const PREVIEW = tokenLayout(PREVIEW_VERSION, {
  keyId: 'u8',
  before: 2,
  endsAtS: 'u32',
  between: 8,
  creativeId: 'u32',
  after: 24,
});

/** A link ends between one and two hours after it was given out: within an hour it stays the same, so that no frame loads anew. */
export const PREVIEW_STEP_S = 3_600;

export type PreviewLink = { readonly creativeId: number; readonly endsAtS: number };

export function previewEndsAtS(nowMs: number): number {
  return (Math.floor(nowMs / 1_000 / PREVIEW_STEP_S) + 2) * PREVIEW_STEP_S;
}

/** @returns the token's bytes. */
export function previewTokenBytes(
  link: PreviewLink,
  key: { readonly id: number; readonly secret: Uint8Array },
  sha512_256: (input: Uint8Array) => Uint8Array,
): Uint8Array {
  const payload = new Uint8Array(PREVIEW.bytes);
  PREVIEW.write(new DataView(payload.buffer), 0, { ...link, keyId: key.id });
  return signedToken(payload, key.secret, sha512_256);
}

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readPreviewLink(view: DataView, offset: number): PreviewLink | null {
  return PREVIEW.read(view, offset);
}
