import { make } from './element.ts';
import { ask, nearing } from './telling.ts';

/** A widget's element on the page, once its ad was asked for. */
export type Slot = {
  readonly place: HTMLElement;
  embedKey: string;
  /** What the place shows; keeps the height it had, so that nothing moves whatever comes. */
  readonly holder: HTMLElement;
  widthPx: number;
  /** FAR_MARK while it may be too far below the window to ask for an ad. */
  far: string;
  /** Fits the shown ad to `widthPx`; returns the width it has then. */
  fit?: () => number;
};

/** No ad: the publisher's own content, or nothing. */
export function showFallback(slot: Slot): void {
  slot.holder.replaceChildren(make('slot'));
  // The room kept was that of just this content: from now on it may change with the page.
  slot.holder.style.minHeight = '';
  settle(slot);
}

/**
 * Gives back what was reserved and is not needed, but only while the slot is below what the visitor sees:
 * there no one notices, anywhere else the text would jump.
 */
export function settle({ place, holder }: Slot): void {
  ask(nearing, place, ({ boundingClientRect }) => {
    if (boundingClientRect.top <= innerHeight) return;
    ask(nearing, place);
    place.style.minHeight = holder.style.minHeight = '0';
    place.style.aspectRatio = 'auto';
  });
}
