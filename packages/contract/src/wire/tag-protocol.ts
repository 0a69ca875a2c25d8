/**
 * What the tag and delivery say to each other. Paths are on the delivery address.
 *
 * Ads:      GET  {ADS_PATH}?w=KEY.WIDTH[~][,KEY.WIDTH[~]…][&l=LANG][&x=[ADSETID,…]][&o=ORIGIN,…][&p=PLACE,…][&n=ANY]   → AdsAnswer (JSON, no-store, CORS *)
 *           WIDTH is the container's width in CSS px, which the ad must fit (a video is scaled into it); without l the
 *           first of Accept-Language counts; x lists ad sets whose frequency cap this browser has reached; o the
 *           origins of the pages around a framed one (`null` for one that hides it, its own where that frames it): all must be of the widget's website, as the
 *           page itself must by its Origin or Referer; p what the page shows already (shown-place.ts), so that it gets nothing
 *           twice; n, another each time and not read, keeps apart what a publisher's service worker would give again.
 *           What is no KEY.WIDTH is answered with null in its place; a comma before the dot is part of the key.
 *           A ~ says that the widget is far below the window: one that may wait is answered with LATER and asked for again
 *           without it when it comes near.
 * Events:   POST {EVENTS_PATH}  body text/plain, one event a line: kind letter + token, e.g. `iAbC…` (i, v); 64 KiB of them, 799 lines, at most
 *           → 204 once they are on disk. sendBeacon-able: no preflight.
 *           GET  {EVENTS_PATH}/i/TOKEN or /v/TOKEN → 1×1 GIF, the same for places without script.
 * Click:    GET  {CLICK_PATH}/TOKEN → 302 to the creative's click URL as it was last approved, billed or not; 404 where it never was,
 *           or was rejected or taken down since.
 *           {CLICK_PATH}/TOKEN?h says that nobody could see the ad where it was pressed: it leads on, and is not billed.
 *           For third-party code with its own landing page: {CLICK_PATH}/TOKEN?u=ENCODED_URL is honoured only
 *           where the creative is third_party.
 * Frame:    GET  {FRAME_PATH}/CREATIVE_PUBLIC_KEY?t=TOKEN (preview-link.ts: ?v=TOKEN for what is not approved)[&c] → the sandboxed document of third-party code. Once loaded it posts
 *           its TOKEN as a message to the page around it: only then it was shown. That posts `{ placardHidden }` (frame-script.ts) to it. With c it carries what a page with a
 *           Cross-Origin-Embedder-Policy asks of the documents in it.
 * Preview:  GET  {PREVIEW_PATH} → an empty sandboxed document that only the dashboard may frame; it becomes the ad code of
 *           the first message `{ adCode }` of the page around it.
 * Report:   GET  {REPORT_PATH}/TOKEN → a page that asks the visitor what is wrong with the ad; POST to the same address
 *           (form-encoded reason, comment) stores it, once a day for each viewer, creative and website.
 * Image:    GET  {IMAGE_PATH}/FILE_KEY → the rewritten image, immutable.
 * Scripts:  GET  /sdk.js, /analytics.js, and {LOOK_PATH} (a module), which sdk.js fetches where it needs it; where it can't be had, as
 *           {LOOK_BESIDE_PATH}, which whatever policy lets sdk.js in lets in as well
 */
export const ADS_PATH = '/a';
export const EVENTS_PATH = '/e';
export const CLICK_PATH = '/c';
/** Of a click's address: the ad was hidden. */
export const CLICK_HIDDEN_PARAMETER = 'h';
export const FRAME_PATH = '/f';
/** Of the frame's address: asks for the headers with which it shows in a page under a Cross-Origin-Embedder-Policy. */
export const FRAME_EMBEDDED_PARAMETER = 'c';
export const IMAGE_PATH = '/i';
export const REPORT_PATH = '/r';
export const PREVIEW_PATH = '/p';
export const LOOK_PATH = '/look.js';
/** The same script: policies of pages go by the path alone. */
export const LOOK_BESIDE_PATH = '/sdk.js?look';

export const EVENT_LETTERS = { impression: 'i', viewable: 'v', click: 'c' } as const;

/** Widgets asked for in one call at most; the tag splits beyond it. */
export const MAX_WIDGETS_PER_CALL = 20;

/** Attribute of the widget's element on the publisher's page: `<div data-placard="EMBED_KEY"></div>`. */
export const WIDGET_ATTRIBUTE = 'data-placard';

/** A native ad is its image (at most the creative's height) and this much for label, heading title and text. */
export const NATIVE_TEXT_HEIGHT_PX = 88;

export type WidgetKindLetter = 'b' | 'n' | 'v' | 'f';

/** One filled widget. Short names: this travels to every page view. */
export type Ad = {
  /** Decision token. */
  readonly t: string;
  /** Widget kind: banner, native, video, floating. */
  readonly k: WidgetKindLetter;
  /** In the reader's language: that it is an ad, and that it can be reported. */
  readonly m: readonly [mark: string, report: string];
  readonly w: number;
  readonly h: number;
  /** Image path (image creatives) … */
  readonly s?: string;
  /** … or frame path (third-party code), without the token: the tag adds `?t=TOKEN`. */
  readonly f?: string;
  /** Attributes of that frame (FRAME_ATTRIBUTES). Without them there is no frame. */
  readonly b?: Readonly<Record<string, string>>;
  /** Alt text of the image; the text of a native ad. */
  readonly a?: string;
  /** Heading title of the widget. */
  readonly n?: string;
  /** Styles of what only its kind has (AD_STYLES). */
  readonly y?: readonly string[];
  /** Ad set id and views a day, where the ad set has a frequency cap. */
  readonly c?: readonly [adSetId: number, perDay: number];
};

/**
 * `a[i]` answers the i-th widget asked for; null = no ad, the slot shows its fallback or collapses. A call that marks widgets as far
 * gets `AdsAnswer<typeof LATER>`.
 */
export type AdsAnswer<Waiting = never> = { readonly a: readonly (Ad | null | Waiting)[] };

/** Mark of a widget in the call that is far below the window … */
export const FAR_MARK = '~';
/** … and the answer to one that may wait: nothing was decided, no cap or budget is touched. */
export const LATER = 0;
