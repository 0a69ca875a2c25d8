import {
  CLICK_PARAMETER,
  COLLECT_PATH,
  CONVERSION_WINDOW_DAYS,
} from '@placard/contract/wire/collect-protocol';
import { refused } from './privacy.ts';

/** Where an advertiser's page keeps the click's id. */
const STORED_CLICK = 'placard-click';
const RETRY_MS = 3_000;

type Conversion = { readonly value?: unknown; readonly currency?: unknown; readonly orderId?: unknown };
type Calls = ArrayLike<unknown>[];
/** Where the browser knows speculation rules. */
type Prerendered = { readonly prerendering?: boolean };
type Page = {
  placard?: { (...call: unknown[]): void; q?: Calls };
  /** Codes that run on this page: including one twice does no harm. */
  placardCodes?: Record<string, boolean>;
};

const page = self as Page;
// Read while the script runs: later `currentScript` is null.
const script = document.currentScript as HTMLScriptElement | null;

/** @param tries left: a page view that was stored but not answered must not be counted again. */
function send(call: object, tries: number): void {
  // Prerendered, nobody has come yet, and what is sent says so: delivery would filter it as a prefetch. The page is called visible a moment
  // before it ceases to be that.
  if ((document as Prerendered).prerendering) {
    document.addEventListener('prerenderingchange', () => send(call, tries), { once: true });
    return;
  }
  const retry = () => tries && setTimeout(send, RETRY_MS, call, tries - 1);
  fetch(script?.src.split('/analytics.js')[0] + COLLECT_PATH, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    body: JSON.stringify(call),
  }).then(({ status }) => status > 499 && retry(), retry);
}

/** Counts the pages of a publisher's website: nothing is kept in the browser. */
function countViews(s: string): void {
  let path = '';
  let r: string | undefined = document.referrer.split('/')[2];
  // A page that is not looked at yet (background tab, prerendered) counts when it is.
  const view = () => {
    if (document.hidden || path === location.pathname) return;
    path = location.pathname;
    send({ s, p: path.slice(0, 1_000), r }, 0);
    // Whoever goes on within the page came from nowhere else.
    r = undefined;
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = (...state) => {
      original.apply(history, state);
      view();
    };
  }
  addEventListener('popstate', view);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) path = '';
    view();
  });
  document.addEventListener('visibilitychange', view);
  view();
}

/** The click's id in the landing address. An app may have changed the address since: the navigation remembers it. */
function landingClick(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return refused()
    ? undefined
    : new RegExp(`.*[?&]${CLICK_PARAMETER}=([\\w-]{80})`).exec(`${entry?.name} ${location.href}`)?.[1];
}

/** When the click of an id was made, as text that sorts by it: six of the id's bytes (click-id.ts). */
function clickedAt(id = ''): string {
  return atob(id.slice(32, 40).replace(/-/g, '+').replace(/_/g, '/'));
}

/** Keeps the id of a new click, and gives the last one that is not too old. */
function lastClick(found: string | undefined): string | undefined {
  try {
    if (refused()) return;
    const stored = (localStorage[STORED_CLICK] as string | undefined) ?? '';
    // A landing page that is loaded again, or gone back to, may be that of an earlier click.
    if (found && clickedAt(found) > clickedAt(stored)) {
      localStorage[STORED_CLICK] = `${found} ${Date.now() + CONVERSION_WINDOW_DAYS * 864e5}`;
    }
    const [id, until] = (localStorage[STORED_CLICK] as string).split(' ');
    if (Number(until) > Date.now()) return id;
    localStorage.removeItem(STORED_CLICK);
  } catch {
    // nothing kept, or storage is not to be had: the landing page alone knows the click
    return found;
  }
}

/** Records the visit of an advertised page, and what its page calls `placard` for. */
function countConversions(c: string): void {
  const found = landingClick();
  lastClick(found);
  const handle = (call: ArrayLike<unknown>) => {
    if (call[0] !== 'conversion') return;
    const { value, currency, orderId } = (call[1] ?? {}) as Conversion;
    send({ c, i: lastClick(found), e: 1, v: value, u: currency, o: orderId }, 1);
  };
  page.placard ||= (...call) => {
    calls.push(call);
  };
  // What was called before, and what will be. The calls stay, for the code of another campaign that loads later.
  page.placard.q ||= [];
  const calls = page.placard.q;
  const { push } = calls;
  calls.forEach(handle);
  calls.push = (...more) => {
    more.forEach(handle);
    return push.apply(calls, more);
  };
  send({ c, i: found }, 1);
}

function once(key: string | undefined, run: (key: string) => void): void {
  page.placardCodes ||= {};
  if (!key || page.placardCodes[key]) return;
  page.placardCodes[key] = true;
  run(key);
}

once(script?.dataset.site, countViews);
once(script?.dataset.campaign, countConversions);
