import { FRAME_PATH, IMAGE_PATH } from '@placard/contract/wire/tag-protocol';

/** Where delivery serves a stored image. */
export function imageUrl(deliveryUrl: string, fileKey: string): string {
  return `${deliveryUrl}${IMAGE_PATH}/${fileKey}`;
}

/** Where delivery serves a creative's third-party code in its sandbox, without a decision: for previews. */
export function frameUrl(deliveryUrl: string, publicKey: string): string {
  return `${deliveryUrl}${FRAME_PATH}/${publicKey}`;
}
