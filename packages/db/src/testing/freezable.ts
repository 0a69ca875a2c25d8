import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byTcp } from '../embedded/socket.ts';

export type Freezable = {
  /** Of the same database, by way of what can be frozen. */
  readonly url: string;
  /**
   * Connections stand and nothing is answered on them, as when the server's processes or their disk are stopped; nobody else gets one.
   * @returns once a reader in this process has what was answered before: it would take that for an answer of afterwards.
   */
  freeze(): Promise<void>;
  /** Connections are lost, as when the server ends; nobody gets another one. */
  cut(): void;
  /** New connections are answered again. */
  thaw(): void;
  end(): void;
};

/** A way to the database at the address that can be frozen: to stop the server would stop it for other tests. */
export async function freezable(databaseUrl: string): Promise<Freezable> {
  const url = new URL(byTcp(databaseUrl));
  const [port, host] = [Number(url.port), url.hostname];
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((socket) => {
    if (isFrozen) {
      socket.destroy();
      return;
    }
    const onward = connect(port, host);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze: async () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
      for (const socket of sockets) {
        if (socket.writableNeedDrain) await once(socket, 'drain');
      }
      // What is handed to the system is in the reader's buffer, which the next turn empties, and its parts the one after.
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    },
    cut: () => {
      isFrozen = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    thaw: () => {
      isFrozen = false;
    },
    end: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
