import { WIDGET_ATTRIBUTE } from '@placard/contract/wire/tag-protocol';
import { requestAds } from './ads.ts';
import { attempt } from './attempt.ts';
import { flush } from './events.ts';
import { DELIVERY } from './origin.ts';
import { openSlot, type Slot } from './slot.ts';

/** Widgets whose ad was asked for; a host that gets another key is a new widget. */
const slots = new WeakMap<Element, Slot>();
let scanning = 0;

declare global {
  interface Window {
    /** The script runs on this page: including it twice does no harm. */
    placardTag?: boolean;
  }
}

/**
 * Tells each widget's width without forcing a layout, all widgets of one task together; a widget that has no width yet
 * (in a closed tab panel, say) is told when it gets one.
 */
const sizes = new ResizeObserver((entries) => {
  const asked: Slot[] = [];
  for (const { target, contentRect } of entries) {
    const host = target as HTMLElement;
    const key = host.getAttribute(WIDGET_ATTRIBUTE);
    const slot = slots.get(host);
    let { width } = contentRect;
    // Empty, it is 0 px wide where its parent makes it as wide as its content: then the nearest box that has a width
    // says how much room there is. What is not laid out at all (a closed tab panel) has no offsetParent, and waits.
    for (let box = host.parentElement; !width && host.offsetParent && box; box = box.parentElement) {
      width = box.clientWidth;
    }
    if (!width || !key) continue;
    if (slot?.key !== key) {
      // An element that can have no shadow tree stays as the publisher wrote it.
      attempt(() => {
        const opened = openSlot(host, key, contentRect, width);
        slots.set(host, opened);
        asked.push(opened);
        // Closed by the visitor, it stays closed for the session; where storage is out of reach, it comes.
        if (sessionStorage[key]) asked.pop();
      });
    } else if (slot.widthPx !== width) {
      slot.widthPx = width;
      // Not now: a host that grows inside this callback raises "ResizeObserver loop" errors on the page.
      setTimeout(refit, 0, slot);
    }
  }
  requestAds(asked);
});

function refit({ box, fit }: Slot): void {
  if (!fit) return;
  box.style.minHeight = '0';
  fit();
}

/** A hidden page (background tab, prerendered, kept for going back) waits: it asks when it is looked at. */
function scan(): void {
  scanning = 0;
  if (document.hidden || document.readyState === 'loading') return;
  for (const host of document.querySelectorAll(`[${WIDGET_ATTRIBUTE}]`)) {
    if (slots.get(host)?.key === host.getAttribute(WIDGET_ATTRIBUTE)) continue;
    sizes.unobserve(host);
    sizes.observe(host);
  }
}

/** The page is looked at, or no longer: what has gathered is sent, and who waited for it asks. */
function onLook(): void {
  flush();
  scan();
}

if (DELIVERY && !self.placardTag) {
  self.placardTag = true;
  document.addEventListener('readystatechange', scan);
  document.addEventListener('visibilitychange', onLook);
  addEventListener('pagehide', flush);
  // The impression must be on its way before the click: a press on a link, or on a frame, which takes the focus.
  addEventListener('pointerdown', flush, true);
  addEventListener('blur', onLook);
  new MutationObserver(() => {
    if (!scanning) scanning = setTimeout(scan);
  }).observe(document, { subtree: true, childList: true, attributeFilter: [WIDGET_ATTRIBUTE] });
  scan();
}
