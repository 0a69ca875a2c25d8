import { decidedAtMs, readDecisionPayload } from '@placard/contract/wire/decision-token';
import { ADS_PATH, type AdsAnswer, EVENTS_PATH } from '@placard/contract/wire/tag-protocol';
import { LEAST_AGE_MS } from '@placard/domain/decision/least-age';
import { USUAL_DOMAIN } from './small-network.ts';

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** Decisions for one widget, each of a page view of its own. Fewer than `count` where pacing holds back. */
export async function decide(
  deliveryUrl: string,
  embedKey: string,
  count: number,
  domain = USUAL_DOMAIN,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let calls = 0; tokens.length < count && calls < count; calls += 1) {
    const response = await fetch(`${deliveryUrl}${ADS_PATH}?w=${embedKey}.600&l=en`, {
      headers: { 'user-agent': BROWSER, origin: `https://${domain}` },
    });
    const { a } = (await response.json()) as AdsAnswer;
    for (const ad of a) if (ad !== null) tokens.push(ad.t);
  }
  return tokens;
}

/** A decision's time by its token; a made-up one has none. */
function decidedMs(token: string): number {
  const bytes = Buffer.from(token, 'base64url');
  const decision = readDecisionPayload(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  return decision === null ? 0 : decidedAtMs(decision);
}

let viewers = 0;

/**
 * Posts event lines as the tag does: a viewable impression not before it can be one. Each post is another viewer's, who
 * has a browser of his own. @returns whether they were acknowledged; false when nobody answered or a 5xx did. */
export async function report(
  deliveryUrl: string,
  lines: readonly string[],
  domain = USUAL_DOMAIN,
): Promise<boolean> {
  const viewed = lines.filter((line) => line.startsWith('v')).map((line) => decidedMs(line.slice(1)));
  const soonestMs = Math.max(0, ...viewed) + LEAST_AGE_MS.viewable;
  // A timer may end a millisecond early by the wall clock, and that event would rightly count as too fast.
  for (let waitMs = soonestMs - Date.now(); waitMs > 0; waitMs = soonestMs - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  viewers += 1;
  try {
    const response = await fetch(`${deliveryUrl}${EVENTS_PATH}`, {
      method: 'POST',
      headers: {
        ...{ 'user-agent': `${BROWSER} Edg/156.0.${viewers}.0`, 'content-type': 'text/plain' },
        origin: `https://${domain}`,
      },
      body: lines.join('\n'),
    });
    await response.arrayBuffer();
    return response.status === 204;
  } catch {
    return false;
  }
}

/** Opens a tracking URL as another ad server's visitor does, following nothing. */
export async function track(url: string): Promise<Response> {
  return await fetch(url, { headers: { 'user-agent': BROWSER }, redirect: 'manual' });
}
