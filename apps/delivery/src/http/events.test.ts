import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLICK_HIDDEN_PARAMETER, CLICK_PATH } from '@placard/contract/wire/tag-protocol';
import { EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import { describe, expect, test } from 'vitest';
import type { RequestSigns } from '../events/judge.ts';
import type { Written } from '../events/spool.ts';
import { EventsHandler } from './events.ts';
import { RequestHead } from './request-head.ts';

const TOKEN = 'A'.repeat(80);
const OTHER = 'b-_9'.repeat(20);

/** A handler whose recorder takes so many events, and what it was given. */
function begin(room: number, gathers = true) {
  const given: string[] = [];
  const gathered: number[] = [];
  const waiting: Written[] = [];
  const recorder = {
    gather: (count: number) => {
      gathered.push(count);
      return gathers;
    },
    add: (kind: string, token: string) => given.length < room && given.push(`${kind} ${token}`) > 0,
    whenWritten: (written: Written) => void waiting.push(written),
  };
  const deps = {
    ...{ recorder, nowMs: () => 0, anySite: () => true, trafficRules: () => ({ size: 0 }) },
    visitors: { addressOf: () => '', inDataCentre: () => false, countryOf: () => '' },
    viewers: { of: () => Buffer.alloc(8) },
  } as unknown as ConstructorParameters<typeof EventsHandler>[0];
  const done: boolean[] = [];
  const take = (body: string) =>
    new EventsHandler(deps).take(body, new RequestHead(null), (stored) => done.push(stored));
  return { take, given, gathered, waiting, done };
}

describe('the events of a post', () => {
  test('are taken together, in their order, and answered once they are written', () => {
    const { take, given, gathered, waiting, done } = begin(10);
    expect(take(`i${TOKEN}\nv${TOKEN}\ni${OTHER}`)).toBeNull();
    expect(given).toEqual([`impression ${TOKEN}`, `viewable ${TOKEN}`, `impression ${OTHER}`]);
    expect([gathered, done]).toEqual([[3], []]);
    waiting[0]?.(true);
    expect(done).toEqual([true]);
  });

  test('may end with a line feed, which is no event', () => {
    const { take, given, gathered } = begin(10);
    expect(take(`v${TOKEN}\n`)).toBeNull();
    expect([given, gathered]).toEqual([[`viewable ${TOKEN}`], [1]]);
  });

  test('are refused where there is no room for all of them, and where one is not taken', () => {
    const full = begin(10, false);
    expect(full.take(`i${TOKEN}\nv${TOKEN}`)).toBeNull();
    expect([full.given, full.done, full.waiting]).toEqual([[], [false], []]);
    const filling = begin(1);
    expect(filling.take(`i${TOKEN}\nv${TOKEN}\nv${OTHER}`)).toBeNull();
    expect([filling.given.length, filling.done, filling.waiting]).toEqual([1, [false], []]);
  });

  test.each([
    ['', 'holds at least one event'],
    ['\n', 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN}A`, 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN.slice(1)}`, 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN}\n\n`, 'is lines of a kind letter and 80 characters'],
    [`c${TOKEN}`, 'begins each line with i or v'],
    [`i${TOKEN}\nx${TOKEN}`, 'begins each line with i or v'],
    [`i${TOKEN} v${TOKEN}`, 'separates lines by a line feed'],
    [`i${TOKEN}\ni${TOKEN}\ri${TOKEN}`, 'separates lines by a line feed'],
    [`i${TOKEN.slice(1)}+`, 'holds a token of base64url in each line'],
    [`i${TOKEN}\nv=${TOKEN.slice(1)}`, 'holds a token of base64url in each line'],
  ])('are no events as %j, and none of them is taken', (body, rule) => {
    const { take, given, gathered, done } = begin(10);
    expect(take(body)).toBe(rule);
    expect([given, gathered, done]).toEqual([[], [], []]);
  });
});

const DECIDED_MS = 30_000_000 * 60_000 + 7;
const PAYLOAD = { minute: 30_000_000, msOfMinute: 7, creativeId: 5 };
const OWN_URL = 'https://shop.example/';
const LANDING = 'https://landing.example/';

type Clicked = {
  readonly creative?: {
    readonly type?: string;
    readonly stopped?: boolean;
    readonly clickUrl?: string | null;
  };
  readonly isForged?: boolean;
  readonly ageMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the widget's website; '' where any may ask. */
  readonly domain?: string;
};

/** What becomes of a click on third-party code unless said otherwise: its status, where it leads, and how it was recorded. */
function click(query: string, clicked?: Clicked, seen?: (signs: RequestSigns) => boolean) {
  return asked(
    (handler, ...exchange) => handler.click(...exchange, `${CLICK_PATH}/${TOKEN}${query}`),
    clicked,
    seen,
  );
}

function asked(
  ask: (handler: EventsHandler, request: IncomingMessage, response: ServerResponse) => void,
  { creative = {}, isForged = false, ageMs = 0, headers = {}, domain = '' }: Clicked = {},
  seen = ({ hiddenAd }: RequestSigns) => hiddenAd,
) {
  const recorded: boolean[] = [];
  const { type = 'third_party', stopped = false, clickUrl = null } = creative;
  const deps = {
    nowMs: () => DECIDED_MS + ageMs,
    ...{ head: new RequestHead(null), anySite: () => !domain, trafficRules: () => ({ size: 0 }) },
    publicUrl: 'https://ads.example/',
    visitors: { addressOf: () => '', inDataCentre: () => false, countryOf: () => '' },
    viewers: { of: () => Buffer.alloc(8) },
    keys: {
      check: () => (isForged ? null : { payload: PAYLOAD }),
      unverifiedCreativeId: () => PAYLOAD.creativeId,
      signClickId: (_: object, atMs: number) => `at${atMs - DECIDED_MS}`,
    },
    snapshot: () => ({
      creatives: { byCreativeId: () => ({ row: { type, stopped }, clickUrl }) },
      widgets: { byWidgetId: () => (domain === '' ? undefined : { domain }) },
    }),
    recorder: {
      gather: () => true,
      add: (_kind: string, _token: string, event: { signs: (id: number) => RequestSigns }) =>
        recorded.push(seen(event.signs(0))) > 0,
      whenWritten: (written: Written) => written(true),
    },
  } as unknown as ConstructorParameters<typeof EventsHandler>[0];
  const rawHeaders = Object.entries(headers).flat();
  const request = { method: 'GET', socket: {}, headers, rawHeaders } as unknown as IncomingMessage;
  let status = 0;
  let location: unknown = null;
  const response = {
    writeHead: (code: number, headers: readonly unknown[]) => {
      status = code;
      location = headers[0] === 'Location' ? headers[1] : null;
    },
    end: () => undefined,
  } as unknown as ServerResponse;
  ask(new EventsHandler(deps), request, response);
  return [status, location, recorded];
}

const to = (url: string) => `?u=${encodeURIComponent(url)}`;

describe('a click on third-party code', () => {
  test('leads where its link says, of two thousand characters at most, with the id of the click', () => {
    const longest = `${LANDING}?`.padEnd(2_000, 'x');
    expect(click(to(LANDING))).toEqual([302, `${LANDING}?placard_click=at0`, [false]]);
    expect(click(to(longest))).toEqual([302, `${longest}&placard_click=at0`, [false]]);
    expect(click(to(`${longest}x`))).toEqual([404, null, [false]]);
    for (const nowhere of ['', '?', '?other=1', to('javascript:alert(1)')])
      expect(click(nowhere)).toEqual([404, null, [false]]);
  });

  test('leads there as long as it may count; then where the creative says, or nowhere', () => {
    const lastMs = EVENT_LIFETIME_MS.click;
    const own = { clickUrl: OWN_URL };
    expect(click(to(LANDING), { ageMs: lastMs })).toEqual([
      ...[302, `${LANDING}?placard_click=at${lastMs}`],
      [false],
    ]);
    expect(click(to(LANDING), { ageMs: lastMs + 1 })).toEqual([410, null, [false]]);
    expect(click(to(LANDING), { ageMs: lastMs + 1, creative: own })).toEqual([
      ...[302, `${OWN_URL}?placard_click=at${lastMs + 1}`],
      [false],
    ]);
    expect(click('', { ageMs: lastMs + 1 })).toEqual([404, null, [false]]);
  });

  test('leads by no forged token, and no image’s, to where a link says', () => {
    expect(click(to(LANDING), { isForged: true })).toEqual([404, null, [false]]);
    const own = { clickUrl: OWN_URL };
    expect(click(to(LANDING), { isForged: true, creative: own })).toEqual([302, OWN_URL, [false]]);
    expect(click(to(LANDING), { creative: { ...own, type: 'image' } })).toEqual([
      ...[302, `${OWN_URL}?placard_click=at0`],
      [false],
    ]);
  });

  test('is none where the creative was stopped, and is kept as such where the ad was hidden', () => {
    expect(click(to(LANDING), { creative: { stopped: true, clickUrl: OWN_URL } })).toEqual([404, null, []]);
    expect(click(`${to(LANDING)}&${CLICK_HIDDEN_PARAMETER}`).at(-1)).toEqual([true]);
    expect(click(`?${CLICK_HIDDEN_PARAMETER}`, { creative: { clickUrl: OWN_URL } }).at(-1)).toEqual([true]);
  });
});

describe('a browser that asks for a click’s address', () => {
  /** Chromium's own words for a page that leads on by itself. */
  const LED = {
    'sec-ch-ua-mobile': '?0',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  };
  const image = { type: 'image', clickUrl: OWN_URL };
  const proper = ({ properMethod }: RequestSigns) => properMethod;

  test.each([
    [{}, true],
    [{ 'sec-fetch-dest': 'document' }, true],
    [{ 'sec-fetch-dest': 'empty' }, false],
    [{ 'sec-fetch-dest': 'image' }, false],
    [{ 'sec-fetch-dest': 'iframe' }, false],
    [{ ...LED, 'sec-fetch-user': '?1' }, true],
    [LED, false],
    [{ ...LED, 'sec-fetch-site': 'none' }, true],
    [{ ...LED, 'sec-ch-ua-mobile': '?1' }, true],
    [{ ...LED, 'sec-ch-ua-mobile': '' }, true],
    [{ ...LED, 'sec-fetch-mode': '' }, true],
  ])(
    'with %o has followed an image’s link: %s; third-party code tells of its clicks as it likes',
    (headers, followed) => {
      const led = [302, `${OWN_URL}?placard_click=at0`];
      expect(click('', { creative: image, headers }, proper)).toEqual([...led, [followed]]);
      expect(click('', { creative: { clickUrl: OWN_URL }, headers }, proper)).toEqual([...led, [true]]);
    },
  );

  test.each([
    [{ 'sec-purpose': 'prefetch' }, 503],
    [{ 'sec-purpose': 'prefetch;prerender' }, 503],
    [{ purpose: 'prefetch' }, 503],
    // It is opened as it is.
    [{ 'x-purpose': 'preview' }, 302],
  ])(
    'ahead of its visitor, with %o, is answered %i, so that it asks again when there is one',
    (headers, status) => {
      const prefetch = ({ prefetch: ahead }: RequestSigns) => ahead;
      const [answered, , recorded] = click('', { creative: image, headers }, prefetch);
      expect([answered, recorded]).toEqual([status, [true]]);
    },
  );
});

describe('whose page it is, of a website that is nobody else’s,', () => {
  const otherSite = (signs: RequestSigns) => signs.otherSite;
  const of = { domain: 'news.example', creative: { type: 'image', clickUrl: OWN_URL } };
  const recorded = (headers: Record<string, string>, code = {}) => [
    click('', { ...of, headers, ...code }, otherSite)[2],
    asked(
      (handler, ...exchange) => handler.pixel(...exchange, `/e/v/${TOKEN}`),
      { ...of, headers },
      otherSite,
    )[2],
  ];

  test.each([
    ['https://news.example/page', false, false],
    ['https://blog.news.example/', false, false],
    ['https://elsewhere.example/', true, true],
    ['https://news.example.elsewhere.example/', true, true],
    // A visitor may hide from a link where it stood, as a page from a pixel: that one may be anybody's.
    ['', false, true],
    ['https://ads.example/', false, true],
  ])('that %j is another one: a click %s, a pixel %s', (referer, clicked, seen) => {
    expect(recorded(referer === '' ? {} : { referer })).toEqual([[clicked], [seen]]);
  });

  test('third-party code clicks from wherever its own frames are', () => {
    const code = { creative: { type: 'third_party', clickUrl: OWN_URL } };
    expect(recorded({ referer: 'https://elsewhere.example/' }, code)[0]).toEqual([false]);
  });
});
