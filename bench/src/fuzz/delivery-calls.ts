import { COLLECT_PATH } from '@placard/contract/wire/collect-protocol';
import {
  ADS_PATH,
  CLICK_PATH,
  EVENTS_PATH,
  FRAME_PATH,
  IMAGE_PATH,
  LOOK_BESIDE_PATH,
  LOOK_PATH,
  PREVIEW_PATH,
  REPORT_PATH,
} from '@placard/contract/wire/tag-protocol';
import { TRACKING_PATH } from '@placard/contract/wire/tracking-link';
import type { Draw } from '../faults/random.ts';

const WIDTHS = ['300', '0', '-1', '99999', '300~', '728', 'x', ''];
/** Each route of the ad server, up to where a token or something else may follow. */
export const DELIVERY_PATHS: readonly string[] = [
  ADS_PATH,
  EVENTS_PATH,
  ...['i', 'v', 'd', 'z'].map((kind) => `${EVENTS_PATH}/${kind}/`),
  `${CLICK_PATH}/`,
  `${FRAME_PATH}/`,
  `${IMAGE_PATH}/`,
  `${REPORT_PATH}/`,
  PREVIEW_PATH,
  `${TRACKING_PATH}/i/`,
  `${TRACKING_PATH}/c/`,
  COLLECT_PATH,
  '/sdk.js',
  LOOK_BESIDE_PATH,
  LOOK_PATH,
  '/analytics.js',
  '/robots.txt',
  '/health',
  '/metrics',
  '/demo',
];
const JUNK = [
  '',
  '%00',
  '%ff',
  '../..',
  'é',
  '\u202e',
  "'--",
  '{}',
  '%252e',
  'x'.repeat(300),
  'null',
  '1',
  '-1',
  '0x1',
];

/** What of a page is known: keys of widgets, and tokens of ads that were shown. */
export type Page = { readonly keys: readonly string[]; readonly tokens: string[] };
export type DeliveryCall = {
  readonly path: string;
  readonly method: string;
  readonly body: string | undefined;
};

function damaged(token: string, draw: Draw): string {
  const at = draw.between(0, Math.max(0, token.length - 1));
  return draw.oneOf([
    token,
    token.slice(0, at),
    `${token.slice(0, at)}A${token.slice(at + 1)}`,
    token + token,
    `${token}=`,
    token.toLowerCase(),
    encodeURIComponent(draw.oneOf(JUNK)),
  ]);
}

function adCall(page: Page, draw: Draw): DeliveryCall {
  const widgets = Array.from({ length: draw.between(0, 24) }, () =>
    draw.chance(0.8)
      ? `${draw.oneOf(page.keys)}.${draw.oneOf(WIDTHS)}`
      : encodeURIComponent(draw.oneOf(JUNK)),
  );
  const extra = ['l', 'x', 'o', 'p', 'zz']
    .filter(() => draw.chance(0.3))
    .map((name) => `&${name}=${encodeURIComponent(draw.oneOf(JUNK))}`);
  return { path: `/a?w=${widgets.join(',')}${extra.join('')}`, method: 'GET', body: undefined };
}

export function makeDeliveryCall(page: Page, draw: Draw): DeliveryCall {
  if (draw.chance(0.3)) return adCall(page, draw);
  const token = () => damaged(page.tokens.length === 0 ? '' : draw.oneOf(page.tokens), draw);
  const method = draw.oneOf(['GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
  const canHaveBody = method === 'POST' || method === 'PUT' || method === 'DELETE';
  // Up to what a post holds, and a little beyond.
  const lines = () =>
    Array.from(
      { length: draw.between(0, draw.chance(0.1) ? 820 : 40) },
      () => draw.oneOf(['i', 'v', 'c', '', '\u0000']) + token(),
    );
  const body = canHaveBody
    ? draw.oneOf([
        () => lines().join('\n'),
        () => draw.oneOf(JUNK),
        () => '[{"t":1}]',
        () => 'x'.repeat(70_000),
      ])()
    : undefined;
  const query = draw.chance(0.4)
    ? `?${draw.oneOf(['u', 't', 'v', 'c'])}=${encodeURIComponent(draw.oneOf(JUNK))}`
    : '';
  return { path: `${draw.oneOf(DELIVERY_PATHS)}${draw.chance(0.6) ? token() : ''}${query}`, method, body };
}
