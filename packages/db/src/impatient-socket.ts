import { Socket } from 'node:net';

/** The system of a machine that is there takes a connection by itself, however busy its processes are; one word may be lost. */
const REACHED_WITHIN_MS = 1_500;

/**
 * A socket that fails with `ETIMEDOUT` where nobody answers its first word. TCP says it again after 1, 3 and 7 s: an address that a standby took
 * over meanwhile would be noticed seconds later than by whoever asks anew.
 */
export function impatientSocket(withinMs = REACHED_WITHIN_MS): Socket {
  const socket = new Socket();
  socket.once('connectionAttempt', (address, port) => {
    const giveUp = () =>
      socket.destroy(
        Object.assign(new Error(`${address}:${port} did not answer within ${withinMs} ms`), {
          code: 'ETIMEDOUT',
        }),
      );
    const timer = setTimeout(giveUp, withinMs);
    const stop = () => clearTimeout(timer);
    socket.once('connect', stop).once('close', stop);
  });
  return socket;
}
