import { type ClickId, readClickId } from './click-id.ts';
import { TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { VIEWER_HASH_BYTES } from './event-record.ts';

/**
 * Records of analytics.js in the spool, beside those of event-record.ts; big-endian, each led by its own length.
 *
 * Page view: u16 length, u8 type=3, u8 filter reason (0 = none), u8 device, u8 flags (1 = the page was of the website's
 * own domain), u48 time (epoch ms), 8 bytes visitor hash, u32 website id, u16 country, u8 length of the referrer host,
 * u8 length of the page's host (only where it is another website's), u16 length of the path, then these three.
 *
 * Visit: u16 length, u8 type=4, u8 kind (VISIT_KINDS), u8 filter reason, u8 flags (1 = has a value), u48 time,
 * u32 campaign id, 44 bytes click id (zeros where there is none), u64 value in micros, 3 letters of its currency
 * (zeros = the network's), u8 length of the order id, the order id.
 */
export const RECORD_TYPE_PAGE_VIEW = 3;
export const RECORD_TYPE_VISIT = 4;

/** opened: a page with the code, without a click id. */
export const VISIT_KINDS = { opened: 1, visit: 2, conversion: 3 } as const;

const PAGE_VIEW_HEAD_BYTES = 30;
const VISIT_HEAD_BYTES = 72;
const VISITOR_AT = 12;
const CLICK_ID_AT = 16;

export type PageViewRecord = {
  readonly reason: number;
  readonly device: number;
  readonly onOwnDomain: boolean;
  readonly atMs: number;
  readonly visitorHash: bigint;
  readonly websiteId: number;
  /** Two letters or ''. */
  readonly country: string;
  readonly referrerHost: string;
  readonly pageHost: string;
  readonly path: string;
};

export type VisitRecord = {
  /** One of VISIT_KINDS. */
  readonly kind: number;
  readonly reason: number;
  readonly atMs: number;
  readonly campaignId: number;
  readonly click: ClickId | null;
  /** `null` = none was given. */
  readonly valueMicros: bigint | null;
  /** '' = that of the network. */
  readonly currency: string;
  /** '' = none. */
  readonly orderId: string;
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function headOf(length: number, type: number, atMs: number): { bytes: Uint8Array; view: DataView } {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, length);
  view.setUint8(2, type);
  view.setUint16(6, Math.floor(atMs / 2 ** 32));
  view.setUint32(8, atMs % 2 ** 32);
  return { bytes, view };
}

function timeAt(view: DataView): number {
  return view.getUint16(6) * 2 ** 32 + view.getUint32(8);
}

/** @param visitorHash 8 bytes */
export function pageViewRecord(
  pageView: Omit<PageViewRecord, 'visitorHash'>,
  visitorHash: Uint8Array,
): Uint8Array {
  const texts = [pageView.referrerHost, pageView.pageHost, pageView.path].map((text) => encoder.encode(text));
  const [referrer, host, path] = texts.map((text) => text.length);
  const length = texts.reduce((sum, text) => sum + text.length, PAGE_VIEW_HEAD_BYTES);
  const { bytes, view } = headOf(length, RECORD_TYPE_PAGE_VIEW, pageView.atMs);
  view.setUint8(3, pageView.reason);
  view.setUint8(4, pageView.device);
  view.setUint8(5, pageView.onOwnDomain ? 1 : 0);
  bytes.set(visitorHash.subarray(0, VIEWER_HASH_BYTES), VISITOR_AT);
  view.setUint32(20, pageView.websiteId);
  if (pageView.country.length === 2) bytes.set(encoder.encode(pageView.country), 24);
  view.setUint8(26, referrer ?? 0);
  view.setUint8(27, host ?? 0);
  view.setUint16(28, path ?? 0);
  let at = PAGE_VIEW_HEAD_BYTES;
  for (const text of texts) {
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}

/** @param bytes one whole record. @returns `null` where its inner lengths do not fit: nobody wrote that. */
export function readPageView(bytes: Uint8Array): PageViewRecord | null {
  if (bytes.byteLength < PAGE_VIEW_HEAD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const referrerEnd = PAGE_VIEW_HEAD_BYTES + view.getUint8(26);
  const hostEnd = referrerEnd + view.getUint8(27);
  const pathEnd = hostEnd + view.getUint16(28);
  if (pathEnd !== bytes.byteLength) return null;
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  return {
    reason: view.getUint8(3),
    device: view.getUint8(4) & 3,
    onOwnDomain: (view.getUint8(5) & 1) !== 0,
    atMs: timeAt(view),
    visitorHash: view.getBigUint64(VISITOR_AT),
    websiteId: view.getUint32(20),
    country: view.getUint16(24) === 0 ? '' : text(24, 26),
    referrerHost: text(PAGE_VIEW_HEAD_BYTES, referrerEnd),
    pageHost: text(referrerEnd, hostEnd),
    path: text(hostEnd, pathEnd),
  };
}

/** @param clickId the 44 bytes of a click id whose MAC held */
export function visitRecord(visit: Omit<VisitRecord, 'click'>, clickId: Uint8Array | null): Uint8Array {
  const orderId = encoder.encode(visit.orderId);
  const { bytes, view } = headOf(VISIT_HEAD_BYTES + orderId.length, RECORD_TYPE_VISIT, visit.atMs);
  view.setUint8(3, visit.kind);
  view.setUint8(4, visit.reason);
  view.setUint8(5, visit.valueMicros === null ? 0 : 1);
  view.setUint32(12, visit.campaignId);
  if (clickId !== null) bytes.set(clickId.subarray(0, TOKEN_PAYLOAD_BYTES), CLICK_ID_AT);
  view.setBigUint64(60, visit.valueMicros ?? 0n);
  if (visit.currency.length === 3) bytes.set(encoder.encode(visit.currency), 68);
  view.setUint8(71, orderId.length);
  bytes.set(orderId, VISIT_HEAD_BYTES);
  return bytes;
}

/** @param bytes one whole record. @returns `null` where its inner lengths do not fit: nobody wrote that. */
export function readVisit(bytes: Uint8Array): VisitRecord | null {
  if (bytes.byteLength < VISIT_HEAD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (VISIT_HEAD_BYTES + view.getUint8(71) !== bytes.byteLength) return null;
  return {
    kind: view.getUint8(3),
    reason: view.getUint8(4),
    atMs: timeAt(view),
    campaignId: view.getUint32(12),
    click: readClickId(view, CLICK_ID_AT),
    valueMicros: (view.getUint8(5) & 1) === 0 ? null : view.getBigUint64(60),
    currency: view.getUint8(68) === 0 ? '' : decoder.decode(bytes.subarray(68, 71)),
    orderId: decoder.decode(bytes.subarray(VISIT_HEAD_BYTES)),
  };
}
