import { MAX_SHOWN_PLACES, shownPlaceOf } from '@placard/contract/wire/shown-place';
import { ADS_PATH, type AdsAnswer, LATER, MAX_WIDGETS_PER_CALL } from '@placard/contract/wire/tag-protocol';
import { exhausted } from './frequency.ts';
import { DELIVERY } from './origin.ts';
import { showAd } from './render.ts';
import { type Slot, showFallback } from './slot.ts';
import { ask, nearing } from './telling.ts';

/** Later than this the visitor reads on, and the publisher's own content is the better answer. */
const PATIENCE_MS = 5_000;

/** What stands on the page: it gets nothing twice, whenever it asks. */
const shown: string[] = [];

/** Slots that came near, all of one moment asked for in one call. */
const near: Slot[] = [];

/** The call before the next: each is made when that is answered, and so knows what the page shows by then. */
let last: Promise<void> | undefined;

/** Within a window's height of the window: as far as a reader scrolls while an ad is fetched. */
function whenNear(slot: Slot): void {
  ask(nearing, slot.place, ({ isIntersecting }) => {
    if (!isIntersecting) return;
    ask(nearing, slot.place);
    slot.far = '';
    near.push(slot);
    setTimeout(requestAds, 0, near);
  });
}

/** Asks for all slots in one call (more of them in several) and shows what comes; without an answer, the fallback. */
export function requestAds(slots: Slot[]): void {
  while (slots[0]) last = requestOnce(slots.splice(0, MAX_WIDGETS_PER_CALL));
}

async function requestOnce(slots: Slot[]): Promise<void> {
  // That before, since this one is the last only when it has returned. One that hangs is given up after its patience.
  await last;
  // Keys are base64url, as the dashboard gives them out.
  // Service workers of publishers keep what they fetched for the next time, whatever its headers say: so no call is as one before.
  // A page's own origin travels with the call. What frames it can be told by the page alone; Firefox does not know it.
  try {
    const { a }: { a: AdsAnswer<typeof LATER>['a'][number][] } = await (
      await fetch(
        `${DELIVERY}${ADS_PATH}?w=${slots.map((slot) => `${slot.embedKey}.${slot.widthPx | 0}${slot.far}`)}&x=${[exhausted()]}&o=${[...(location.ancestorOrigins || '')]}&p=${shown.slice(-MAX_SHOWN_PLACES)}&n=${Math.random()}`,
        // Where a browser does not know it yet, its own patience counts.
        { signal: AbortSignal.timeout?.(PATIENCE_MS) },
      )
    ).json();
    slots.forEach((slot) => {
      const ad = a.shift();
      if (ad) {
        shown.push(shownPlaceOf(ad.t));
        showAd(slot, ad);
      } else if (ad === LATER) whenNear(slot);
      else showFallback(slot);
    });
  } catch {
    slots.forEach(showFallback);
  }
}
