import {
  type Ad,
  CLICK_PATH,
  EVENT_LETTERS,
  FRAME_EMBEDDED_PARAMETER,
  REPORT_PATH,
} from '@placard/contract/wire/tag-protocol';
import { attempt } from './attempt.ts';
import { make } from './element.ts';
import { report } from './events.ts';
import { exhausted } from './frequency.ts';
import { DELIVERY } from './origin.ts';
import { type Slot, settle, showFallback } from './slot.ts';
import { watch } from './viewability.ts';

const VIEWABLE_MS = 1_000;
const VIDEO_VIEWABLE_MS = 2_000;

/** A frame's message and its `load` come by different ways: this long the one may come after the other. */
const MESSAGE_MS = 1_000;
/** What has not loaded by then is not waited for: the publisher's own content is the better answer. */
const LOAD_MS = 10_000;

/** Lower than a leaderboard. */
const LOW_PX = 90;

/** A floating ad covers at most this share of the window's height … */
const FLOATING_SHARE = 0.3;
/** … and where less than this share of its own size is left, it stays away. */
const FLOATING_MIN_SCALE = 0.5;

/** Nothing of the page's style reaches the ad, but for what a native ad shall share with the text around it. */
const SHELL =
  'all:initial;font-family:inherit;display:block;color:inherit;position:relative;visibility:inherit;opacity:0;margin:auto';
const CARD = 'text-decoration:none;overflow:hidden;display:block;color:inherit;';
/** 16 px are to be seen, 24 to be hit: the border belongs to the link and shows nothing. */
const MARK =
  'border:4px solid #0000;padding:0 5px;font:10px/16px sans-serif;text-decoration:none;background:#fffd padding-box;color:#333;position:absolute;top:0;';

/** A link of delivery that carries the token, in a tab of its own. */
function makeLink(style: string, path: string, { t }: Ad, ...children: (Node | string)[]): HTMLAnchorElement {
  return Object.assign(make('a', style, ...children), {
    href: `${DELIVERY}${path}/${t}`,
    target: '_blank',
    rel: 'noopener sponsored',
  });
}

/** Image, or the sandboxed frame of third-party code. */
function makeMedia(ad: Ad, style: string): HTMLElement {
  return Object.assign(
    make(ad.b ? 'iframe' : 'img', style),
    ad.b
      ? {
          ...ad.b,
          title: ad.m[0],
          src: `${DELIVERY}${ad.f}?t=${ad.t}`,
        }
      : // A native ad says its text below the image: said once is enough.
        { alt: (ad.k !== 'n' && ad.a) || '', src: `${DELIVERY}${ad.s}` },
  );
}

/** Fixes the slot to the window's lower edge. The page beside the ad stays usable, and the ad can be closed. */
function float(slot: Slot, shell: HTMLElement, styles: readonly string[]): void {
  const { place } = slot;
  place.style.cssText += styles[1];
  shell.style.cssText += styles[2];
  const close = make('button', styles[3], styles[4] as string);
  close.onclick = () => {
    shell.remove();
    // What had the focus is gone: it goes to the place in the page where the ad belongs.
    place.tabIndex = -1;
    place.focus();
    // Last, since the page's storage may be out of reach.
    sessionStorage[slot.embedKey] = 1;
  };
  shell.append(close);
  // Older browsers have no such sheets.
  attempt(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles[5] as string);
    (place.shadowRoot as ShadowRoot).adoptedStyleSheets = [sheet];
  });
}

/** Shows the ad and reports it. What does not load counts for nothing and leaves the publisher's own content. */
export function showAd(slot: Slot, ad: Ad): void {
  const { k, m, w, a, h, n = '', t, y = [] } = ad;
  const floating = k === 'f';
  const video = k === 'v';
  const native = k === 'n';
  // Laid out at its own size, then scaled as a whole.
  const mediaStyle = `border:0;height:${h}px;width:${w}px`;
  const media = makeMedia(ad, mediaStyle);
  // What is no colour is dropped.
  const frame = make('div', `place-content:center;display:grid;background:${video && '#000'}`, media);
  // At the right a low ad has what it wants pressed. A native one's text begins at the left.
  const mark = makeLink(`${MARK}${h < LOW_PX && !native ? 'left' : 'right'}:0`, REPORT_PATH, ad, m[0]);
  mark.title = m[1];
  const content = native ? [make('div', y[1], n), frame, a ? make('div', y[2], a) : ''] : [frame];
  const cardStyle = CARD + y[0];
  // What counts as the ad: image and texts as one link, or the frame of third-party code with texts.
  const card = ad.b ? make('div', cardStyle, ...content) : makeLink(cardStyle, CLICK_PATH, ad, ...content);
  const shell = make('div', SHELL, card, mark);
  // A floating ad has its share of the window, a video 16:9 of its width, others their own size.
  slot.fit = () => {
    const width = video
      ? slot.widthPx
      : Math.min(w, slot.widthPx, floating ? (innerHeight * FLOATING_SHARE * w) / h : w);
    const height = width * (video ? 9 / 16 : h / w);
    shell.style.width = `${width}px`;
    frame.style.height = `${height}px`;
    media.style.transform = `scale(${Math.min(width / w, height / h)})`;
    return width;
  };
  const width = slot.fit();
  if (floating) {
    // Its element may not have told that it floats: then it is known to be closed only now.
    if (attempt(() => sessionStorage[slot.embedKey]) || width < w * FLOATING_MIN_SCALE) {
      showFallback(slot);
      return;
    }
    float(slot, shell, y);
  }
  let done: unknown;
  let again: string | undefined;
  // It loads or fails once: a frame that is moved in the page loads again, and that is no second impression. What is not there by then (taken
  // out, hidden by its page, closed, its element given another key) nobody sees: nothing counts, and the element is asked for anew when it is laid out.
  const once = (then: (slot: Slot) => void) => () => {
    if (done) return;
    done = 1;
    // By its height alone a page would be laid out anew for each of its ads. Safari knows the other since 17.4.
    if (shell.checkVisibility?.() ?? shell.offsetHeight) then(slot);
    else slot.embedKey = '';
  };
  const fail = once(showFallback);
  const show = once(() => {
    shell.style.opacity = '1';
    report(EVENT_LETTERS.impression + t);
    if (ad.c) exhausted(ad.c);
    watch(shell, w * h, video ? VIDEO_VIEWABLE_MS : VIEWABLE_MS, () => report(EVENT_LETTERS.viewable + t));
    settle(slot);
  });
  setTimeout(fail, LOAD_MS);
  media.onerror = fail;
  media.onload = () => {
    if (!ad.b) show();
    // A frame loads whatever the browser shows in it, its own page for a refusal too: only the document knows itself.
    // Refused, it may be the page's embedder policy: once more as that wants it, and then no more.
    else
      setTimeout(() => {
        if (again) fail();
        else if (!done) again = (media as HTMLIFrameElement).src += `&${FRAME_EMBEDDED_PARAMETER}`;
      }, MESSAGE_MS);
  };
  addEventListener('message', (event) => {
    if (event.data === t && event.source === (media as HTMLIFrameElement).contentWindow) show();
  });
  slot.holder.replaceChildren(shell);
}
