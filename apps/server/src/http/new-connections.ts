import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { siteOfAddress } from '@placard/domain/address/address-network';
import type { GivingWay, GivingWayLimits } from '../fairness/giving-way.ts';

/** So many connections of one address (of IPv6 a /48) begin at once within so long: a browser opens six, and one page rarely needs two browsers. */
export const BURST = { connections: 16, withinMs: 200 } as const;
/** Beyond so many that wait the next begins with each that comes: nobody waits longer than a few seconds behind a flood. */
export const MOST_WAITING = 256;
/** A new connection and what comes first on it cost a third of a millisecond: a thirtieth of one processor while others are always busy. */
export const CONNECTING: GivingWayLimits = {
  ...{ quietMs: 1, firstMs: 10, latestMs: 10, restTimes: 0, longestRestMs: 0 },
};

/**
 * Lets the connections of an address that opens many at once begin one after the other: each when no call is under way, or
 * after a moment. Until then nothing is read from them. Two hundred that came together took the loop from everybody who was
 * there before for a quarter of a second.
 * @returns ends those that wait, which would keep a server from closing
 */
export function paceConnections(server: Server, connecting: GivingWay): () => void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  // Of net.Server: what it accepts is not read until it is resumed.
  Object.assign(server, { pauseOnConnect: true });
  const waiting = new Set<Socket>();
  const lately = new Map<string, number>();
  let sinceMs = 0;

  const begin = (socket: Socket) => {
    if (socket.destroyed) return;
    for (const listener of listeners) listener.call(server, socket);
    socket.resume();
  };
  const isOneOfMany = (socket: Socket): boolean => {
    const nowMs = performance.now();
    if (nowMs - sinceMs >= BURST.withinMs) {
      lately.clear();
      sinceMs = nowMs;
    }
    const site = siteOfAddress(socket.remoteAddress ?? '');
    const count = (lately.get(site) ?? 0) + 1;
    lately.set(site, count);
    return count > BURST.connections;
  };
  const beginOldest = () => {
    const [oldest] = waiting;
    if (oldest === undefined) return;
    waiting.delete(oldest);
    begin(oldest);
  };
  server.on('connection', (socket: Socket) => {
    if (!isOneOfMany(socket)) return begin(socket);
    // In the place of the one that begins for it.
    if (waiting.size >= MOST_WAITING) beginOldest();
    else void connecting.wait().then(beginOldest);
    waiting.add(socket);
  });
  return () => {
    for (const socket of waiting) socket.destroy();
    waiting.clear();
  };
}
