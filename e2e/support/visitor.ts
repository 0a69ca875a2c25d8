import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { ADS_PATH, EVENTS_PATH, MAX_WIDGETS_PER_CALL } from '@placard/contract/wire/tag-protocol';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** Decisions for one widget, asked for as a page with many of it would. Fewer than `count` where pacing holds back. */
export async function decide(deliveryUrl: string, embedKey: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let calls = 0; tokens.length < count && calls < count; calls += 1) {
    const wanted = Math.min(MAX_WIDGETS_PER_CALL, count - tokens.length);
    const widgets = Array.from({ length: wanted }, () => `${embedKey}.600`).join(',');
    const response = await fetch(`${deliveryUrl}${ADS_PATH}?w=${widgets}&l=en`, {
      headers: { 'user-agent': BROWSER },
    });
    const { a } = (await response.json()) as AdsAnswer;
    for (const ad of a) if (ad !== null) tokens.push(ad.t);
  }
  return tokens;
}

/** Posts event lines as the tag does. @returns whether they were acknowledged; false when nobody answered or a 5xx did. */
export async function report(deliveryUrl: string, lines: readonly string[]): Promise<boolean> {
  try {
    const response = await fetch(`${deliveryUrl}${EVENTS_PATH}`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, 'content-type': 'text/plain' },
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
