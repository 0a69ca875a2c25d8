import { lettersOf } from '../cut-text.ts';
import type { Issue } from '../issue.ts';

export const CREATIVE_TYPES = ['image', 'third_party'] as const;
export type CreativeType = (typeof CREATIVE_TYPES)[number];

/** What an ad of each type is made of: an uploaded image that leads to an address, or code in a frame of its own. */
const CREATIVE_MATERIAL = { image: 'image', third_party: 'code' } as const satisfies Record<
  CreativeType,
  'image' | 'code'
>;

/** Whether ads of the type are code; not while no type is chosen. */
export function isCodeType(type: CreativeType | ''): boolean {
  return type !== '' && CREATIVE_MATERIAL[type] === 'code';
}

export const CREATIVE_NAME_MIN_LENGTH = 3;
/** "Less than 100": 100 itself is refused. */
export const CREATIVE_NAME_LENGTH_LIMIT = 100;
export const ALT_TEXT_LENGTH_LIMIT = 300;
/** Of ad sets that are not archived: what a creative serves is read and shown as a whole. */
export const MAX_AD_SETS_OF_A_CREATIVE = 500;
/** Of one account at once: more would be days of somebody's work, before which nobody else's is looked at. */
export const MAX_WAITING_CREATIVES = 1_000;
export const AD_CODE_MAX_LENGTH = 100_000;
export const CLICK_URL_MAX_LENGTH = 2_000;
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** The spec's largest side is 2,000 px; what claims more is refused before it is decoded. */
export const IMAGE_MAX_PIXELS = 2_000 * 2_000;
export const IMAGE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export type CreativeIssue =
  | 'creative_name_too_short'
  | 'creative_name_too_long'
  | 'creative_size_required'
  | 'click_url_invalid'
  | 'image_required'
  | 'ad_code_required'
  | 'ad_set_required';

/** A name or an address as it stands in a URL once it is read. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * http(s) with a host, no credentials: what a visitor may be sent to. Judged whole and alike everywhere: browsers read
 * a space in the host as part of its name, and drop tabs and line ends, where the server refuses them.
 */
export function isClickUrl(text: string): boolean {
  if (text.length > CLICK_URL_MAX_LENGTH || !/^https?:\/\/[^\s\\]+$/i.test(text)) return false;
  try {
    const url = new URL(text);
    return HOST.test(url.hostname) && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

export function creativeNameIssues(name: string): Issue<CreativeIssue>[] {
  const length = lettersOf(name.trim());
  if (length < CREATIVE_NAME_MIN_LENGTH) return [{ field: 'name', code: 'creative_name_too_short' }];
  if (length >= CREATIVE_NAME_LENGTH_LIMIT) return [{ field: 'name', code: 'creative_name_too_long' }];
  return [];
}
