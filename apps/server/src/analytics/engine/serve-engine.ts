import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  type EngineCall,
  type FromEngine,
  type NotOpenedAt,
  type ToEngine,
  toldError,
} from './engine-messages.ts';
import { type EngineConnection, type EngineConnections, inOrder } from './engine-purposes.ts';

/** Of one message: what takes it in has its turn between two. */
const PIECE_BYTES = 256 * 1024;

type Tell = (message: FromEngine) => void;

/** Answers calls over the engine's connections, each as it comes: whoever asks keeps to their turns. */
async function answer(connection: EngineConnection, call: EngineCall, tell: Tell): Promise<void> {
  const bytes = await ask(connection, call);
  tell({ type: 'answer', id: call.id, bytes: bytes.length });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await setImmediate();
    tell({ type: 'piece', id: call.id, piece: bytes.subarray(at, at + PIECE_BYTES) });
  }
}

/** @returns the answer's bytes; of what has none, no bytes */
async function ask(connection: EngineConnection, call: EngineCall): Promise<Uint8Array> {
  const { method, query, settings, values } = call;
  const asked = { query, clickhouse_settings: settings };
  if (method === 'insert') await connection.insert({ ...asked, values: values ?? '' });
  if (method === 'command') await connection.command(asked);
  if (method === 'insert' || method === 'command') return new Uint8Array(0);
  const beside = values === undefined ? {} : { values: Readable.from([values], { objectMode: false }) };
  const { stream } =
    method === 'query' ? await connection.query(asked) : await connection.exec({ ...asked, ...beside });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}

type Open = Extract<ToEngine, { type: 'open' }>;

/** @returns the connections; null where it could not be opened, which it tells */
async function open({ folder, limits, first }: Open, tell: Tell): Promise<EngineConnections | null> {
  let at: NotOpenedAt = 'library';
  try {
    const { openConnections } = await import('./engine-connections.ts');
    at = 'folder';
    const connections = await openConnections(folder, limits);
    at = 'tables';
    for (const query of first) await connections.loading.command({ query });
    tell({ type: 'opened' });
    return connections;
  } catch (cause) {
    tell({ type: 'failed', at, error: toldError(cause) });
    return null;
  }
}

/**
 * Serves the embedded engine to the process that started this one, until that says so or is gone.
 * @param end ends this process; of one whose parent is gone nothing is worth waiting for
 */
export function serveEngine(channel: NodeJS.Process, end: (how: 'closed' | 'left') => void): void {
  let all: readonly EngineConnection[] = [];
  const tell: Tell = (message) => {
    // A parent that ends just now takes no answer: that is no fault of ours.
    if (channel.connected) channel.send?.(message, undefined, undefined, () => {});
  };
  channel.on('disconnect', () => end('left'));
  channel.on('message', async (message: ToEngine) => {
    if (message.type === 'open') {
      const connections = await open(message, tell);
      all = connections === null ? [] : inOrder(connections);
    } else if (message.type === 'call') {
      const connection = all[message.connection];
      const answered =
        connection === undefined
          ? Promise.reject(new Error(`the engine has no connection ${message.connection}`))
          : answer(connection, message, tell);
      await answered.catch((cause: unknown) =>
        tell({ type: 'refusal', id: message.id, error: toldError(cause) }),
      );
    } else if (message.type === 'close') {
      for (const connection of all) await connection.close();
      end('closed');
    }
  });
}
