import { type DecisionPayload, TOKEN_PAYLOAD_BYTES, writeDecisionPayload } from './decision-token.ts';

/**
 * The click id on a landing address: a token of its own version, signed by the same keys in the same way. It names the
 * decision and carries what reports break clicks down by, but neither price nor share: the advertiser sees it. In the
 * place of the price stands the time of the click (u48, epoch ms). Its version sets it apart: no click id passes for a
 * decision's token, and no token for a click id.
 */
export const CLICK_ID_VERSION = 2;
const CLICKED_AT = 24;

export type ClickId = {
  readonly shard: number;
  readonly minute: number;
  readonly sequence: number;
  readonly adSetId: number;
  readonly creativeId: number;
  readonly widgetId: number;
  readonly device: number;
  /** Country and language as in the token: two letters each, as one number. */
  readonly countryLanguage: number;
  /** Width × 65,536 + height. */
  readonly size: number;
  readonly clickedAtMs: number;
};

/** Writes the 44 bytes of a click id at `offset`; the MAC is the caller's. */
export function writeClickId(
  view: DataView,
  offset: number,
  decision: DecisionPayload,
  clickedAtMs: number,
): void {
  writeDecisionPayload(view, offset, { ...decision, priceMicros: 0, shareBp: 0 });
  view.setUint8(offset, CLICK_ID_VERSION);
  view.setUint16(offset + CLICKED_AT, Math.floor(clickedAtMs / 2 ** 32));
  view.setUint32(offset + CLICKED_AT + 2, clickedAtMs % 2 ** 32);
}

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readClickId(view: DataView, offset: number): ClickId | null {
  if (offset + TOKEN_PAYLOAD_BYTES > view.byteLength || view.getUint8(offset) !== CLICK_ID_VERSION)
    return null;
  return {
    shard: view.getUint16(offset + 2),
    minute: view.getUint32(offset + 4),
    sequence: view.getUint32(offset + 8),
    adSetId: view.getUint32(offset + 12),
    creativeId: view.getUint32(offset + 16),
    widgetId: view.getUint32(offset + 20),
    device: view.getUint8(offset + 33) & 3,
    countryLanguage: view.getUint32(offset + 34),
    size: view.getUint32(offset + 38),
    clickedAtMs: view.getUint16(offset + CLICKED_AT) * 2 ** 32 + view.getUint32(offset + CLICKED_AT + 2),
  };
}

/**
 * A landing address with the click id. Everything else of it stays as it was written, letter for letter: some servers
 * sign their query, and some pages route by their hash.
 */
export function withClickId(address: string, parameter: string, clickId: string): string {
  const hash = address.indexOf('#');
  const end = hash === -1 ? address.length : hash;
  const before = address.slice(0, end);
  const question = before.indexOf('?');
  const joint = question === -1 ? '?' : question === before.length - 1 || before.endsWith('&') ? '' : '&';
  return `${before}${joint}${parameter}=${clickId}${address.slice(end)}`;
}
