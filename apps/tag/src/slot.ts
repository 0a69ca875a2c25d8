import { make } from './element.ts';

/** A widget's element on the page, once its ad was asked for. */
export type Slot = {
  readonly host: HTMLElement;
  key: string;
  /** What the host shows; keeps the height the host had, so that nothing moves whatever comes. */
  readonly box: HTMLElement;
  widthPx: number;
  /** Fits the shown ad to `widthPx`; returns the width it has then. */
  fit?: () => number;
};

/** From here on the host shows the shadow tree: the publisher's own content waits, unseen, until the answer is known. */
export function openSlot(host: HTMLElement, key: string, { height }: DOMRectReadOnly, widthPx: number): Slot {
  const box = make('div', `min-height:${height}px`, {});
  (host.shadowRoot ?? host.attachShadow({ mode: 'open' })).replaceChildren(box);
  return { host, key, box, widthPx };
}

/** No ad: the publisher's own content, or nothing. */
export function showFallback(slot: Slot): void {
  slot.box.replaceChildren(document.createElement('slot'));
  // The room kept was that of just this content: from now on it may change with the page.
  slot.box.style.minHeight = '';
  settle(slot);
}

/**
 * Gives back what was reserved and is not needed, but only while the slot is below what the visitor sees:
 * there no one notices, anywhere else the text would jump.
 */
export function settle({ host, box }: Slot): void {
  new IntersectionObserver((entries, observer) => {
    const { boundingClientRect } = entries.pop() as IntersectionObserverEntry;
    if (boundingClientRect.top <= innerHeight) return;
    observer.disconnect();
    host.style.minHeight = box.style.minHeight = '0';
    host.style.aspectRatio = 'auto';
  }).observe(host);
}
