import { make } from './element.ts';

/** A widget's element on the page, once its ad was asked for. */
export type Slot = {
  readonly host: HTMLElement;
  embedKey: string;
  /** What the host shows; keeps the height the host had, so that nothing moves whatever comes. */
  readonly box: HTMLElement;
  widthPx: number;
  /** FAR_MARK while it may be too far below the window to ask for an ad. */
  far: string;
  /** Fits the shown ad to `widthPx`; returns the width it has then. */
  fit?: () => number;
};

/**
 * From here on the host shows the shadow tree: the publisher's own content waits, unseen, until the answer is known.
 * @throws where the host can have no shadow tree
 */
export function openSlot(slot: Slot): void {
  (slot.host.shadowRoot ?? slot.host.attachShadow({ mode: 'open' })).replaceChildren(slot.box);
}

/** No ad: the publisher's own content, or nothing. */
export function showFallback(slot: Slot): void {
  slot.box.replaceChildren(make('slot', '', {}));
  // The room kept was that of just this content: from now on it may change with the page.
  slot.box.style.minHeight = '';
  settle(slot);
}

/**
 * Gives back what was reserved and is not needed, but only while the slot is below what the visitor sees:
 * there no one notices, anywhere else the text would jump.
 */
export function settle(slot: Slot): void {
  onceWhere(
    slot.host,
    (entry) => entry.boundingClientRect.top > innerHeight,
    () => {
      slot.host.style.minHeight = slot.box.style.minHeight = '0';
      slot.host.style.aspectRatio = 'auto';
    },
  );
}

/** Calls `run` once, when the element is where it is wanted. */
export function onceWhere(
  element: Element,
  isThere: (entry: IntersectionObserverEntry) => boolean,
  run: () => void,
  rootMargin?: string,
): void {
  new IntersectionObserver(
    (entries, observer) => {
      if (!isThere(entries.pop() as IntersectionObserverEntry)) return;
      observer.disconnect();
      run();
    },
    { rootMargin } as IntersectionObserverInit,
  ).observe(element);
}
