import { TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { signedToken } from './signed-token.ts';

/**
 * The right to look at a creative's third-party code before anybody has approved it: `{FRAME_PATH}/KEY?v=TOKEN`, given out by the API
 * to its advertiser and to reviewers. A token as a decision's, of a version of its own: u8 version=4, u8 key id, 2 bytes 0,
 * u32 end (unix seconds), 8 bytes 0, u32 creative, 24 bytes 0.
 */
export const PREVIEW_PARAMETER = 'v';
export const PREVIEW_VERSION = 4;
const END_AT = 4;
const CREATIVE_AT = 16;

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
  const payload = new Uint8Array(TOKEN_PAYLOAD_BYTES);
  const view = new DataView(payload.buffer);
  view.setUint8(0, PREVIEW_VERSION);
  view.setUint8(1, key.id);
  view.setUint32(END_AT, link.endsAtS);
  view.setUint32(CREATIVE_AT, link.creativeId);
  return signedToken(payload, key.secret, sha512_256);
}

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readPreviewLink(view: DataView, offset: number): PreviewLink | null {
  if (offset + TOKEN_PAYLOAD_BYTES > view.byteLength || view.getUint8(offset) !== PREVIEW_VERSION)
    return null;
  return { creativeId: view.getUint32(offset + CREATIVE_AT), endsAtS: view.getUint32(offset + END_AT) };
}
