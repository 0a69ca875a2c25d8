import { ADS_PATH, type AdsAnswer, MAX_WIDGETS_PER_CALL } from '@placard/contract/wire/tag-protocol';
import { exhausted } from './frequency.ts';
import { DELIVERY } from './origin.ts';
import { showAd } from './render.ts';
import { type Slot, showFallback } from './slot.ts';

/** Later than this the visitor reads on, and the publisher's own content is the better answer. */
const PATIENCE_MS = 5_000;

/** Asks for all slots in one call (more of them in several) and shows what comes; without an answer, the fallback. */
export function requestAds(slots: Slot[]): void {
  while (slots[0]) requestOnce(slots.splice(0, MAX_WIDGETS_PER_CALL));
}

function requestOnce(slots: Slot[]): void {
  // Keys are base64url, as the dashboard gives them out.
  const widgets = slots.map(({ key, widthPx }) => `${key}.${widthPx | 0}`);
  const capped = exhausted();
  // A page's own origin travels with the call. What frames it can be told by the page alone; Firefox does not know it.
  const around = [...(location.ancestorOrigins ?? [])].filter((each) => each !== origin);
  fetch(
    `${DELIVERY}${ADS_PATH}?w=${widgets}${capped[0] ? `&x=${capped}` : ''}${around[0] ? `&o=${around}` : ''}`,
    {
      // Where a browser does not know it yet, its own patience counts.
      signal: AbortSignal.timeout?.(PATIENCE_MS),
    },
  )
    .then((response) => response.json())
    .then(({ a }: AdsAnswer) => {
      slots.forEach((slot, index) => {
        const ad = a[index];
        // Gone from the page meanwhile, or given another key: where it comes back, it is asked for anew.
        if (!slot.box.isConnected) slot.key = '';
        else if (ad) showAd(slot, ad);
        else showFallback(slot);
      });
    })
    .catch(() => slots.forEach(showFallback));
}
