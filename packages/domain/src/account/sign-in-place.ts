import { networkAround, networkText } from '../address/network.ts';
import { deviceName } from './device-name.ts';

/** So many are remembered of a person, those that were used last. */
export const SIGN_IN_PLACES_MOST = 20;
/** One that was not used for so long is forgotten, unless it is the newest. */
export const SIGN_IN_PLACE_DAYS = 180;
/** What an Internet provider hands out together: its customers' addresses change within it. */
const NETWORK_BITS = { ipv4: 16, ipv6: 32 };

/**
 * What tells one place of signing in from another: kind of browser, system and a wide network; neither versions nor the
 * address. Only its keyed hash is kept.
 */
export function signInPlace({ userAgent, ip }: { readonly userAgent: string; readonly ip: string }): string {
  const device = deviceName(userAgent);
  const network = networkAround(ip, NETWORK_BITS);
  return [
    device === null ? 'another device' : `${device.browser} ${device.system}`,
    network === null ? 'another network' : networkText(network),
  ].join(', ');
}

/** Whether somebody is told of signing in from a place that is not among those known: of their first ones nobody is. */
export function isSurprise(known: { readonly places: number; readonly isFirst: boolean }): boolean {
  return !known.isFirst && known.places > 0;
}
