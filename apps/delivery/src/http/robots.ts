import type { IncomingMessage, ServerResponse } from 'node:http';
import { COLLECT_PATH } from '@placard/contract/wire/collect-protocol';
import { CLICK_PATH, EVENTS_PATH, FRAME_PATH, PREVIEW_PATH } from '@placard/contract/wire/tag-protocol';
import { TRACKING_PATH } from '@placard/contract/wire/tracking-link';

/**
 * What crawlers gain nothing from: clicks, which are filtered as a bot's and lead to an advertiser's page that has an address of its
 * own, events, and the code of others. Scripts, ads and images stay open, or a crawler that draws a publisher's page would
 * find it broken; so does the page about an ad, which says itself that it is not for an index (it could not, unread).
 */
const CLOSED = [
  `${CLICK_PATH}/`,
  EVENTS_PATH,
  `${FRAME_PATH}/`,
  PREVIEW_PATH,
  `${TRACKING_PATH}/`,
  COLLECT_PATH,
];

/** @param below path of the public address, '' where there is none: crawlers only ask for /robots.txt of the host */
export function answerRobots(request: IncomingMessage, response: ServerResponse, below: string): void {
  const body = `User-agent: *\n${CLOSED.map((path) => `Disallow: ${below}${path}\n`).join('')}`;
  response.writeHead(200, [
    ...['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'public, max-age=86400', 'X-Content-Type-Options', 'nosniff'],
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
