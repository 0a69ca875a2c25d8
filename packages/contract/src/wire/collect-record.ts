import { readClickId } from './click-id.ts';
import { TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { recordLayout, viewOf } from './layout.ts';

/** Records of analytics.js in the spool, beside those of event-record.ts: fields, and behind them texts of any length. */
export const RECORD_TYPE_PAGE_VIEW = 3;
export const RECORD_TYPE_VISIT = 4;

/** opened: a page with the code, without a click id. */
export const VISIT_KINDS = { opened: 1, visit: 2, conversion: 3 } as const;

const PAGE_VIEW = recordLayout(RECORD_TYPE_PAGE_VIEW, {
  /** Code of filter-reason.ts; 0 = none. */
  reason: 'u8',
  device: 'u2',
  /** The page was of the website's own domain. */
  onOwnDomain: 'flag',
  atMs: 'u48',
  visitorHash: 'u64',
  websiteId: 'u32',
  country: 'letters',
  /** Bytes of the texts that follow. The page's host only where it is another website's. */
  referrerBytes: 'u8',
  hostBytes: 'u8',
  pathBytes: 'u16',
});

const VISIT = recordLayout(RECORD_TYPE_VISIT, {
  /** One of VISIT_KINDS. */
  kind: 'u8',
  reason: 'u8',
  hasValue: 'flag',
  atMs: 'u48',
  campaignId: 'u32',
  /** Zeros where there is none. */
  click: TOKEN_PAYLOAD_BYTES,
  valueMicros: 'u64',
  /** Three letters; zeros = that of the network. */
  currency: 3,
  /** Of the text that follows. */
  orderBytes: 'u8',
});

type PageViewFields = ReturnType<typeof PAGE_VIEW.read>;
type VisitFields = ReturnType<typeof VISIT.read>;

export type PageViewRecord = Omit<PageViewFields, 'referrerBytes' | 'hostBytes' | 'pathBytes'> & {
  readonly referrerHost: string;
  readonly pageHost: string;
  readonly path: string;
};

export type VisitRecord = Omit<VisitFields, 'hasValue' | 'valueMicros' | 'orderBytes'> & {
  readonly click: ReturnType<typeof readClickId>;
  /** `null` = none was given. */
  readonly valueMicros: bigint | null;
  /** '' = that of the network. */
  readonly currency: string;
  /** '' = none. */
  readonly orderId: string;
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A record of fields and the texts behind them. */
function recordOf<Values>(
  {
    bytes,
    write,
  }: { readonly bytes: number; readonly write: (view: DataView, offset: number, values: Values) => void },
  values: Values,
  texts: readonly Uint8Array[],
): Uint8Array {
  const length = texts.reduce((sum, text) => sum + text.length, bytes);
  const record = new Uint8Array(length);
  const view = viewOf(record);
  write(view, 0, values);
  view.setUint16(0, length);
  let at = bytes;
  for (const text of texts) {
    record.set(text, at);
    at += text.length;
  }
  return record;
}

/** @param visitorHash 8 bytes */
export function pageViewRecord(
  pageView: Omit<PageViewRecord, 'visitorHash'>,
  visitorHash: Uint8Array,
): Uint8Array {
  const referrer = encoder.encode(pageView.referrerHost);
  const host = encoder.encode(pageView.pageHost);
  const path = encoder.encode(pageView.path);
  const bytes = { referrerBytes: referrer.length, hostBytes: host.length, pathBytes: path.length };
  const hash = viewOf(visitorHash).getBigUint64(0);
  return recordOf(PAGE_VIEW, { ...pageView, ...bytes, visitorHash: hash }, [referrer, host, path]);
}

/** @param bytes one whole record. @returns `null` where its inner lengths do not fit: nobody wrote that. */
export function readPageView(bytes: Uint8Array): PageViewRecord | null {
  if (bytes.byteLength < PAGE_VIEW.bytes) return null;
  const { referrerBytes, hostBytes, pathBytes, ...fields } = PAGE_VIEW.read(viewOf(bytes), 0);
  const referrerEnd = PAGE_VIEW.bytes + referrerBytes;
  const hostEnd = referrerEnd + hostBytes;
  if (hostEnd + pathBytes !== bytes.byteLength) return null;
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  return {
    ...fields,
    referrerHost: text(PAGE_VIEW.bytes, referrerEnd),
    pageHost: text(referrerEnd, hostEnd),
    path: text(hostEnd, bytes.byteLength),
  };
}

/** @param clickId the 44 bytes of a click id whose MAC held */
export function visitRecord(visit: Omit<VisitRecord, 'click'>, clickId: Uint8Array | null): Uint8Array {
  const orderId = encoder.encode(visit.orderId);
  const values = {
    ...{ ...visit, valueMicros: visit.valueMicros ?? 0n },
    ...{ hasValue: visit.valueMicros !== null, orderBytes: orderId.length },
  };
  const record = recordOf(VISIT, values, [orderId]);
  if (clickId !== null) record.set(clickId.subarray(0, TOKEN_PAYLOAD_BYTES), VISIT.at.click);
  if (visit.currency.length === 3) record.set(encoder.encode(visit.currency), VISIT.at.currency);
  return record;
}

/** @param bytes one whole record. @returns `null` where its inner lengths do not fit: nobody wrote that. */
export function readVisit(bytes: Uint8Array): VisitRecord | null {
  if (bytes.byteLength < VISIT.bytes) return null;
  const view = viewOf(bytes);
  const { hasValue, valueMicros, orderBytes, ...fields } = VISIT.read(view, 0);
  if (VISIT.bytes + orderBytes !== bytes.byteLength) return null;
  const { currency } = VISIT.at;
  return {
    ...fields,
    click: readClickId(view, VISIT.at.click),
    valueMicros: hasValue ? valueMicros : null,
    currency: bytes[currency] === 0 ? '' : decoder.decode(bytes.subarray(currency, currency + 3)),
    orderId: decoder.decode(bytes.subarray(VISIT.bytes)),
  };
}
