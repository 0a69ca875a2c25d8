import { FAR_MARK, WIDGET_ATTRIBUTE } from '@placard/contract/wire/tag-protocol';
// First: at the script's begin it takes eight bytes less.
import './framed.ts';
import { requestAds } from './ads.ts';
import { attempt } from './attempt.ts';
import { make } from './element.ts';
import { flush } from './events.ts';
import { DELIVERY } from './origin.ts';
import type { Slot } from './slot.ts';
import { sizes, tellSizes } from './telling.ts';
import { lookAtAll } from './viewability.ts';

/** Names of elements that nobody had defined yet. */
const awaited: Record<string, unknown> = {};
let scanning: number | undefined;

declare global {
  interface Window {
    /** The script runs on this page: including it twice does no harm. Looks for widgets in a shadow root. */
    placardTag?: (root: Node) => void;
  }
}

/**
 * Tells each widget's width without forcing a layout, all widgets of one task together; a widget that has no width yet
 * (in a closed tab panel, say) is told when it gets one.
 */
tellSizes((entries) => {
  const measured: Slot[] = [];
  for (const { target: host, contentRect } of entries as (ResizeObserverEntry & Target)[]) {
    const key = host.getAttribute(WIDGET_ATTRIBUTE);
    const slot = host.placardTag;
    let { width } = contentRect;
    // Empty, it is 0 px wide where its parent makes it as wide as its content (a float, a table's cell, a dialog): then the nearest
    // box that has a width says how much room there is, which is more than the padding of such parents. What is not laid out at all
    // (a closed tab panel) has no offsetParent, and waits.
    let box = !width && host.offsetParent && host.parentElement;
    for (; box && width < 100; box = box.parentElement) width = box.clientWidth;
    if (!width || !key) continue;
    if (slot?.embedKey !== key) {
      // A floating ad has no offsetParent. Closed by the visitor, it stays closed for the session; where storage is out of reach,
      // it comes.
      if (!host.offsetParent && attempt(() => sessionStorage[key])) continue;
      host.placardTag = {
        place: host,
        embedKey: key,
        holder: make('div', `min-height:${contentRect.height}px`),
        widthPx: width,
        far: host.getBoundingClientRect().top > 2 * innerHeight ? FAR_MARK : '',
      };
      measured.push(host.placardTag);
    } else if (slot.widthPx !== width) {
      slot.widthPx = width;
      // Not now: a host that grows inside this callback raises "ResizeObserver loop" errors on the page.
      setTimeout(refit, 0, slot);
    }
  }
  // Only now that all are measured is the page changed: in turns, each measuring would lay it out anew.
  requestAds(
    measured.filter((slot) =>
      // An element that can have no shadow tree stays as the publisher wrote it.
      attempt(() => {
        // From here on the place shows the shadow tree: the publisher's own content waits, unseen, until the answer is known.
        (slot.place.shadowRoot ?? slot.place.attachShadow({ mode: 'open' })).replaceChildren(slot.holder);
        return slot;
      }),
    ),
  );
  lookAtAll();
});

/** Whose ad was asked for; one that gets another key is a new widget. */
type Host = HTMLElement & { placardTag?: Slot };
type Target = { readonly target: Host };

function refit(slot: Slot): void {
  if (!slot.fit) return;
  slot.holder.style.minHeight = '0';
  slot.fit();
}

/** Finds the widgets in this part of the page, and in the open shadow trees in it. */
function look(part: Node): void {
  // Not `hidden`: a document gives frames and images under their names, and pages have such of that name.
  // A hidden page (background tab, prerendered, kept for going back) waits: it asks when it is looked at.
  // Of what a document says of itself, 'loading' is the one word of seven letters, the others are longer; and 'hidden' has six.
  if (!document.visibilityState[6] || !document.readyState[7]) return;
  // A document, a shadow root or a text has no attributes. Asked all the same, it would throw: the page's first throw takes V8 1.6 ms.
  lookAt(part as Host);
  // A text has nothing in it.
  (part as Partial<HTMLElement>).querySelectorAll?.<Host>('*').forEach(lookAt);
}

/**
 * A form gives its fields under their names, `getAttribute` among them: then there is nothing to be found, and the others are looked
 * at all the same.
 */
function lookAt(host: Host): void {
  try {
    const key = host.getAttribute?.(WIDGET_ATTRIBUTE);
    if (key) {
      if (host.placardTag?.embedKey === key) return;
      // A strict style-src drops the reservation and leaves the attribute, which script may set.
      host.style.cssText ||= host.getAttribute('style') as string;
      sizes.unobserve(host);
      sizes.observe(host);
    } else if (host.shadowRoot) lookInto(host.shadowRoot);
    else if (host.localName?.includes('-'))
      // Once it is defined it may have a shadow tree, of which nothing else tells.
      awaited[host.localName] ??= customElements.whenDefined(host.localName).then(soon, soon);
  } catch {
    // Not by `attempt`: a function for each of a page's elements is time.
  }
}

/** The document, or a shadow root: also for what will be put into it. */
function lookInto(root: Node): void {
  changes.observe(root, { subtree: true, attributeFilter: [WIDGET_ATTRIBUTE], childList: true });
  look(root);
}

const changes = new MutationObserver((records) => {
  // Only what came is looked through: a page may have ten thousand elements, and change ten times a second.
  for (const record of records) (record.attributeName ? [record.target] : record.addedNodes).forEach(look);
});

function scan(): void {
  look(document);
}

/** Many elements are defined at once. */
function soon(): void {
  clearTimeout(scanning);
  scanning = setTimeout(scan);
}

/** The page may be left, and the focus lost and found again between two looks. */
function leave(): void {
  lookAtAll();
  flush();
}

if (DELIVERY && !window.placardTag) {
  window.placardTag = lookInto;
  // Asked of the document itself: what delays a page's scripts tells them that it is loading, and of its end under another name, to
  // those who ask there.
  document.addEventListener('readystatechange', scan);
  addEventListener('visibilitychange', scan, true);
  addEventListener('visibilitychange', leave, true);
  addEventListener('pagehide', leave, true);
  // The impression must be on its way before the click: a press on a link, or on a frame, which takes the focus.
  addEventListener('pointerdown', leave, true);
  addEventListener('blur', leave);
  lookInto(document);
}
