import { DECISION, DECISION_NAMES, type DecisionPayload } from './decision-token.ts';
import { tokenLayout } from './layout.ts';

/**
 * The click id on a landing address: a token of its own version, signed by the same keys in the same way. It names the
 * decision and carries what reports break clicks down by, but neither price nor share: the advertiser sees it. In the
 * place of the price stands the time of the click (u48, epoch ms). Its version sets it apart: no click id passes for a
 * decision's token, and no token for a click id.
 */
export const CLICK_ID_VERSION = 2;
const CLICK_ID = tokenLayout(CLICK_ID_VERSION, {
  keyId: 1,
  ...DECISION_NAMES,
  clickedAtMs: 'u48',
  share: 2,
  flags: 1,
  device: 'u2',
  /** Country and language as in the token: two letters each, as one number. */
  countryLanguage: 'u32',
  /** Width × 65,536 + height. */
  size: 'u32',
  msOfMinute: 2,
});
export type ClickId = NonNullable<ReturnType<typeof CLICK_ID.read>>;

/** Writes the 44 bytes of a click id at `offset`; the MAC is the caller's. */
export function writeClickId(
  view: DataView,
  offset: number,
  decision: DecisionPayload,
  clickedAtMs: number,
): void {
  DECISION.write(view, offset, { ...decision, priceMicros: clickedAtMs, shareBp: 0 });
  view.setUint8(offset, CLICK_ID_VERSION);
}

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readClickId(view: DataView, offset: number): ClickId | null {
  return CLICK_ID.read(view, offset);
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
