/**
 * What analytics.js and delivery say to each other.
 *
 * Call:    POST {COLLECT_PATH}  body text/plain, one JSON object of at most MAX_COLLECT_BYTES → 204 once it is on
 *          disk. sendBeacon-able: no preflight. An unknown key is 404, a broken rule 400 naming the field.
 *
 * View:       {"s":SITE_KEY,"p":PATH,"r":REFERRER_HOST}     a page view of a publisher's website
 * Visit:      {"c":CAMPAIGN_KEY,"i":CLICK_ID}               a page of an advertised site was opened; `i` only where the
 *                                                            address carries a click id
 * Conversion: {"c":CAMPAIGN_KEY,"i":CLICK_ID,"e":1,"v":VALUE,"u":CURRENCY,"o":ORDER_ID}
 *                                                            all but `c` and `e` may be missing
 *
 * The click id: CLICK_PARAMETER=… of the landing address, added by the click redirect (click-id.ts).
 */
export const COLLECT_PATH = '/collect';

/** Longest body: a path of 1,024 bytes, each escaped as six, and the rest. */
export const MAX_COLLECT_BYTES = 8 * 1_024;

export const CLICK_PARAMETER = 'placard_click';

/** Attributes of the script element. */
export const SITE_ATTRIBUTE = 'data-site';
export const CAMPAIGN_ATTRIBUTE = 'data-campaign';

/** A click is forgotten this long after it; conversions later than that are not its own. */
export const CONVERSION_WINDOW_DAYS = 30;

export const MAX_KEY_LENGTH = 64;
/** Bytes of UTF-8. */
export const MAX_PATH_BYTES = 1_024;
export const MAX_HOST_LENGTH = 253;
/** Bytes of UTF-8. */
export const MAX_ORDER_ID_BYTES = 64;
/** As in the API: a billion and more is no amount. */
export const MAX_CONVERSION_VALUE = 999_999_999.999999;

export type CollectedView = {
  readonly kind: 'view';
  readonly siteKey: string;
  /** Begins with a slash; without query and hash. */
  readonly path: string;
  /** Host, lower case; '' = none. */
  readonly referrerHost: string;
};

export type CollectedVisit = {
  readonly kind: 'visit' | 'conversion';
  readonly campaignKey: string;
  /** Not checked here. */
  readonly clickId: string | null;
  /** Rounded to micros; `null` = none given. */
  readonly valueMicros: number | null;
  /** Three upper-case letters; '' = that of the network. */
  readonly currency: string;
  /** '' = none. */
  readonly orderId: string;
};

export type Collected = CollectedView | CollectedVisit;

/** Names the field and the rule that a call breaks. */
export class CollectFault extends Error {
  readonly field: string;

  constructor(field: string, rule: string) {
    super(rule);
    this.name = 'CollectFault';
    this.field = field;
  }
}

/** Reads and checks a call's body. @throws CollectFault */
export function readCollected(body: string): Collected {
  const fields = objectOf(body);
  return fields.s === undefined ? visitOf(fields) : viewOf(fields);
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(body: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new CollectFault('body', 'is JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CollectFault('body', 'is one JSON object');
  }
  return value as Fields;
}

function viewOf(fields: Fields): CollectedView {
  const path = readable(textOf(fields, 'p'));
  if (!path.startsWith('/')) throw new CollectFault('p', 'is a path that begins with a slash');
  if (/[?#]/.test(path)) throw new CollectFault('p', 'is a path without query and hash');
  if (bytesOf(path) > MAX_PATH_BYTES) throw new CollectFault('p', `has at most ${MAX_PATH_BYTES} bytes`);
  const referrer = fields.r === undefined ? '' : textOf(fields, 'r');
  return { kind: 'view', siteKey: keyOf(fields, 's'), path, referrerHost: hostOf(referrer) };
}

/** `/l%C3%A4den` → `/läden`, as people write it. */
function readable(path: string): string {
  try {
    const decoded = decodeURI(path);
    return decoded.includes('\0') ? path : decoded;
  } catch {
    return path;
  }
}

function visitOf(fields: Fields): CollectedVisit {
  const campaignKey = keyOf(fields, 'c');
  const clickId = fields.i === undefined ? null : textOf(fields, 'i');
  if (fields.e === undefined) {
    return { kind: 'visit', campaignKey, clickId, valueMicros: null, currency: '', orderId: '' };
  }
  if (fields.e !== 1) throw new CollectFault('e', 'is 1 for a conversion');
  return {
    kind: 'conversion',
    campaignKey,
    clickId,
    valueMicros: valueMicrosOf(fields.v),
    currency: currencyOf(fields.u),
    orderId: orderIdOf(fields.o),
  };
}

function textOf(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== 'string') throw new CollectFault(field, 'is a text');
  // PostgreSQL stores no zero character, and half a surrogate pair is no text.
  if (value.includes('\0') || /\p{Surrogate}/u.test(value))
    throw new CollectFault(field, 'is well-formed text');
  return value;
}

function keyOf(fields: Fields, field: string): string {
  const key = textOf(fields, field);
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new CollectFault(field, `has 1 to ${MAX_KEY_LENGTH} characters`);
  }
  return key;
}

/** Anything that is no host is nobody's: a referrer is told by other people's browsers. */
function hostOf(text: string): string {
  const host = text.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return host.length <= MAX_HOST_LENGTH && /^[a-z0-9._-]+$|^\[[0-9a-f:.]+\]$/.test(host) ? host : '';
}

/** Shops add up floating-point numbers, so what lies below a micro is rounded away, not refused. */
function valueMicrosOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && /^\d{1,9}(\.\d{1,20})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= 0 && number <= MAX_CONVERSION_VALUE)) {
    throw new CollectFault('v', `is a number from 0 to ${MAX_CONVERSION_VALUE}`);
  }
  return Math.round(number * 1_000_000);
}

function currencyOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string' || !/^[A-Za-z]{3}$/.test(value)) {
    throw new CollectFault('u', 'is a currency of three letters');
  }
  return value.toUpperCase();
}

function orderIdOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  // Shops number their orders.
  const orderId =
    typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : textOf({ o: value }, 'o').trim();
  if (bytesOf(orderId) > MAX_ORDER_ID_BYTES)
    throw new CollectFault('o', `has at most ${MAX_ORDER_ID_BYTES} bytes`);
  return orderId;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
