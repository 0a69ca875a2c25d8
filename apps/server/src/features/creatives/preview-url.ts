import { hash } from 'node:crypto';
import { PREVIEW_PARAMETER, previewEndsAtS, previewTokenBytes } from '@placard/contract/wire/preview-link';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { frameUrl } from '../images/image-address.ts';
import { newestKey } from './tracking-urls.ts';

/** Where a creative's third-party code can be looked at before it is approved, for whoever got this address, for an hour or two. */
export async function previewUrl(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  creative: { readonly id: number; readonly public_key: string },
): Promise<string> {
  const key = await newestKey(deps);
  const link = { creativeId: creative.id, endsAtS: previewEndsAtS(deps.clock().getTime()) };
  const token = previewTokenBytes(link, key, (input) => hash('sha512-256', input, 'buffer'));
  const text = Buffer.from(token).toString('base64url');
  return `${frameUrl(deps.deliveryUrl, creative.public_key)}?${PREVIEW_PARAMETER}=${text}`;
}
