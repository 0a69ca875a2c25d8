import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import {
  ASKED_AGAIN_AFTER_MS,
  type KnownPorts,
  SILENT_AFTER_MS,
  SilentConnections,
} from './silent-connections.ts';

/** A client of which one says what it waits for and has heard. */
class FakeClient {
  readyForQuery = false;
  readonly connection: { stream: { bytesRead: number; localPort: number; destroy: (error: Error) => void } };
  ended: Error | undefined;

  constructor(localPort: number) {
    const destroy = (error: Error) => {
      this.ended = error;
    };
    this.connection = { stream: { bytesRead: 100, localPort, destroy } };
  }
}

function watch(known: KnownPorts, ...ports: number[]) {
  return watchUntil(undefined, known, ...ports);
}

function watchUntil(giveUpAfterMs: number | undefined, known: KnownPorts, ...ports: number[]) {
  const silent = new SilentConnections(known, giveUpAfterMs);
  const clients = ports.map((port) => new FakeClient(port));
  const removes = clients.map((client) => silent.add(client as unknown as Client));
  return { silent, clients, end: () => removes.forEach((remove) => void remove()) };
}

/** Answers with these ports and remembers what it was asked. */
function answering(answer: () => ReadonlySet<number> | null) {
  const asked: (readonly number[])[] = [];
  const known: KnownPorts = async (ports) => {
    asked.push(ports);
    return answer();
  };
  return { asked, known };
}

describe('connections on which nothing is heard', () => {
  it('are ended where the server does not know them, a second after the last word and not before', async () => {
    const { asked, known } = answering(() => new Set([2]));
    const { silent, clients, end } = watch(known, 1, 2);
    await silent.look(0);
    await silent.look(SILENT_AFTER_MS - 1);
    expect(asked).toEqual([]);
    await silent.look(SILENT_AFTER_MS);
    expect(asked).toEqual([[1, 2]]);
    expect(clients[0]?.ended).toMatchObject({ code: 'ECONNRESET' });
    expect(clients[1]?.ended).toBeUndefined();
    end();
  });

  it('are asked about again after five seconds where a statement is only slow', async () => {
    const { asked, known } = answering(() => new Set([1]));
    const { silent, end } = watch(known, 1);
    await silent.look(0);
    await silent.look(SILENT_AFTER_MS);
    await silent.look(SILENT_AFTER_MS + ASKED_AGAIN_AFTER_MS - 1);
    expect(asked).toHaveLength(1);
    await silent.look(SILENT_AFTER_MS + ASKED_AGAIN_AFTER_MS);
    expect(asked).toHaveLength(2);
    end();
  });

  it('stay where they rest, or where a word came in while the server was asked', async () => {
    let client: FakeClient | undefined;
    const { asked, known } = answering(() => {
      if (client !== undefined) client.connection.stream.bytesRead += 1;
      return new Set();
    });
    const { silent, clients, end } = watch(known, 1, 2);
    client = clients[0];
    const [, resting] = clients;
    if (resting !== undefined) resting.readyForQuery = true;
    await silent.look(0);
    await silent.look(SILENT_AFTER_MS);
    expect(asked).toEqual([[1]]);
    expect(clients.map(({ ended }) => ended)).toEqual([undefined, undefined]);
    end();
  });

  it('are asked about at the next look where nobody answers yet, one question at a time', async () => {
    const answers = [
      Promise.withResolvers<ReadonlySet<number>>(),
      Promise.withResolvers<ReadonlySet<number>>(),
    ];
    let asked = 0;
    const { silent, clients, end } = watch(async () => {
      asked += 1;
      return await (answers[asked - 1]?.promise ?? new Set<number>());
    }, 1);
    await silent.look(0);
    const first = silent.look(SILENT_AFTER_MS);
    await silent.look(SILENT_AFTER_MS + 250);
    expect(asked).toBe(1);
    answers[0]?.reject(new Error('nobody is there'));
    await first;
    const second = silent.look(SILENT_AFTER_MS + 500);
    expect(asked).toBe(2);
    answers[1]?.resolve(new Set());
    await second;
    expect(clients[0]?.ended).toBeDefined();
    end();
  });

  it('are never ended where the server does not see this process’s ports', async () => {
    const { asked, known } = answering(() => null);
    const { silent, clients, end } = watch(known, 1);
    await silent.look(0);
    await silent.look(SILENT_AFTER_MS);
    await silent.look(10 * ASKED_AGAIN_AFTER_MS);
    expect(asked).toHaveLength(1);
    expect(clients[0]?.ended).toBeUndefined();
    end();
  });
});

describe('a server that answers nobody', () => {
  const GIVE_UP_MS = 10_000;
  const nobody: KnownPorts = async () => await Promise.reject(new Error('nobody answers'));

  it('fails a statement once nothing was heard for as long as its caller may wait, and not before', async () => {
    const { silent, clients, end } = watchUntil(GIVE_UP_MS, nobody, 1);
    await silent.look(500);
    await silent.look(500 + GIVE_UP_MS - 1);
    expect(clients[0]?.ended).toBeUndefined();
    await silent.look(500 + GIVE_UP_MS);
    expect(clients[0]?.ended).toMatchObject({ code: 'ECONNRESET', message: 'the server answers nobody' });
    end();
  });

  it('fails none that rests, or heard a word meanwhile', async () => {
    const { silent, clients, end } = watchUntil(GIVE_UP_MS, nobody, 1, 2);
    const [heard, resting] = clients;
    await silent.look(0);
    if (heard !== undefined) heard.connection.stream.bytesRead += 1;
    if (resting !== undefined) resting.readyForQuery = true;
    await silent.look(GIVE_UP_MS - 1);
    await silent.look(2 * GIVE_UP_MS - 2);
    expect(clients.map(({ ended }) => ended)).toEqual([undefined, undefined]);
    end();
  });

  it('fails none on which a word comes in while it is asked', async () => {
    let heard = () => {};
    const { silent, clients, end } = watchUntil(
      GIVE_UP_MS,
      async (ports) => {
        heard();
        return await nobody(ports);
      },
      1,
    );
    await silent.look(0);
    heard = () => {
      for (const { connection } of clients) connection.stream.bytesRead += 1;
    };
    await silent.look(GIVE_UP_MS);
    expect(clients[0]?.ended).toBeUndefined();
    end();
  });

  it('fails nothing of who can wait', async () => {
    const { silent, clients, end } = watch(nobody, 1);
    for (const nowMs of [0, GIVE_UP_MS, 1_000 * GIVE_UP_MS]) await silent.look(nowMs);
    expect(clients[0]?.ended).toBeUndefined();
    end();
  });

  it('is noticed behind a pooler too, where what is slow is left alone', async () => {
    let isFrozen = false;
    const known: KnownPorts = async (ports) => (isFrozen ? await nobody(ports) : null);
    const { silent, clients, end } = watchUntil(GIVE_UP_MS, known, 1);
    for (const nowMs of [0, GIVE_UP_MS, 2 * GIVE_UP_MS]) await silent.look(nowMs);
    expect(clients[0]?.ended).toBeUndefined();
    isFrozen = true;
    await silent.look(2 * GIVE_UP_MS + ASKED_AGAIN_AFTER_MS);
    expect(clients[0]?.ended).toBeDefined();
    end();
  });
});
