import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Front, type HotHandlers } from './front.ts';
import { HostileRequests } from './testing/hostile-requests.ts';
import { Twins } from './testing/twins.ts';

let twins: Twins;
beforeAll(() => {
  twins = new Twins();
});
afterAll(async () => {
  await twins.close();
});

const GET_ADS =
  'GET /a?w=key.300&l=en HTTP/1.1\r\nHost: ads.example\r\nUser-Agent: x\r\nOrigin: https://a.example\r\n\r\n';
const POST_EVENTS = 'POST /e HTTP/1.1\r\nHost: ads.example\r\nContent-Length: 5\r\n\r\nhello';
const GET_OTHER = 'GET /sdk.js HTTP/1.1\r\nHost: ads.example\r\nConnection: keep-alive\r\n\r\n';
const POST_OTHER = 'POST /collect HTTP/1.1\r\nHost: ads.example\r\nContent-Length: 3\r\n\r\nabc';
const GET_CLOSE = 'GET /close HTTP/1.1\r\nHost: ads.example\r\n\r\n';

async function same(pieces: readonly string[]): Promise<string> {
  const { plain, fronted } = await twins.ask(pieces);
  expect(fronted, JSON.stringify(pieces)).toEqual(plain);
  return fronted.text;
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

describe('behind the front a visitor gets what node:http answers', () => {
  test.each([
    ['a call for ads', [GET_ADS], [200]],
    ['a beacon', [POST_EVENTS], [204]],
    ['a refused query', [GET_ADS.replace('w=key', 'invalid')], [200]],
    ['events that are none', [POST_EVENTS.replace('hello', 'invalid').replace('5', '7')], [200]],
    ['another address', [GET_OTHER], [200]],
    ['HEAD', [GET_ADS.replace('GET', 'HEAD')], [200]],
    ['a preflight', [GET_ADS.replace('GET', 'OPTIONS')], [200]],
    [
      'everything on one connection',
      [GET_ADS, GET_OTHER, POST_EVENTS, POST_OTHER, GET_ADS],
      [200, 200, 204, 200, 200],
    ],
    [
      'everything at once',
      [GET_ADS + GET_OTHER + POST_EVENTS + POST_OTHER + GET_ADS],
      [200, 200, 204, 200, 200],
    ],
    ['an answer that ends the connection', [GET_ADS + GET_CLOSE + GET_ADS], [200, 404]],
    ['HTTP/1.0', [GET_ADS.replace('1.1', '1.0')], [200]],
    ['no host', [GET_ADS.replace('Host: ads.example\r\n', '')], [400]],
    ['two hosts', [GET_ADS.replace('\r\n\r\n', '\r\nHost: b.example\r\n\r\n')], [200]],
    [
      'a body in chunks',
      [
        POST_EVENTS.replace('Content-Length: 5', 'Transfer-Encoding: chunked').replace(
          'hello',
          '5\r\nhello\r\n0\r\n\r\n',
        ),
      ],
      [204],
    ],
    [
      'both framings at once',
      [POST_EVENTS.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')],
      [400],
    ],
    ['two lengths', [POST_EVENTS.replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n')], [400]],
    [
      'a body of a GET',
      [GET_ADS.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\nhi') + GET_ADS],
      [200, 200],
    ],
    ['a space before the colon', [GET_ADS.replace('Host:', 'Host :')], [400]],
    ['a folded line', [GET_ADS.replace('\r\n\r\n', '\r\n folded\r\n\r\n')], [400]],
    ['bare line feeds', [GET_ADS.replaceAll('\r\n', '\n')], [400]],
    ['an empty line first', [`\r\n${GET_ADS}`], [200]],
    ['an expectation', [POST_EVENTS.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')], [100, 204]],
    ['a tunnel', [GET_ADS.replace('GET', 'CONNECT')], []],
    ['nonsense', ['nonsense\r\n\r\n'], [400]],
    ['nonsense behind a request', [`${GET_ADS}nonsense\r\n\r\n`], [200, 400]],
    ['a head beyond all bounds', [GET_ADS.replace('x', 'x'.repeat(17_000))], [400]],
  ])('%s', async (_name, pieces, expected) => {
    expect(statuses(await same(pieces))).toEqual(expected);
  });

  test('a head as large as the front reads, and one byte more', async () => {
    const { counts } = twins.front;
    for (const [length, isHot] of [
      [7_000 - GET_ADS.length + 1, true],
      [7_000 - GET_ADS.length + 8, false],
    ] as const) {
      const before = { ...counts };
      expect(statuses(await same([GET_ADS.replace('x', 'x'.repeat(length))]))).toEqual([200]);
      expect([counts.hot - before.hot, counts.handed - before.handed]).toEqual(isHot ? [1, 0] : [0, 1]);
    }
  });

  test('a body as large as the front waits for, and one byte more', async () => {
    const { counts } = twins.front;
    for (const [length, isHot] of [
      [65_536, true],
      [65_537, false],
    ] as const) {
      const before = { ...counts };
      const post = `POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'b'.repeat(length)}`;
      expect(statuses(await same([post.slice(0, 30_000), post.slice(30_000)]))).toEqual([204]);
      expect([counts.hot - before.hot, counts.handed - before.handed]).toEqual(isHot ? [1, 0] : [0, 1]);
    }
  });

  test.each([
    ['a call for ads', GET_ADS],
    ['a beacon', POST_EVENTS],
    ['what goes through a lane', POST_OTHER],
    ['three requests', POST_EVENTS + GET_OTHER + GET_ADS],
    ['one that is handed over', GET_ADS.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
  ])('split at every byte: %s', async (_name, text) => {
    for (let at = 1; at < text.length; at += 1) await same([text.slice(0, at), text.slice(at)]);
  });

  test('byte by byte', async () => {
    expect(statuses(await same([...(POST_EVENTS + GET_OTHER + GET_ADS)]))).toEqual([204, 200, 200]);
  });

  test('whatever it sends', async () => {
    const hostile = new HostileRequests(1);
    for (let input = 0; input < 3_000; input += 1) await same(hostile.next());
    const { hot, lane, handed } = twins.front.counts;
    // Inputs that all went one way would say little.
    expect(Math.min(hot, lane, handed)).toBeGreaterThan(250);
  }, 60_000);
});

/** A visitor of a front with the limits of delivery, and what it has got so far. */
function visitor(events?: HotHandlers['events']) {
  const http = createServer({ headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 65_000 });
  const front = new Front({
    http,
    countryName: null,
    eventsPath: '/e',
    hot: { ads: () => ANSWER, events: events ?? (() => false) },
  });
  const [side, socket] = duplexPair();
  const got = { text: '', isEnded: false };
  side.on('end', () => {
    got.isEnded = true;
  });
  front.accept(socket);
  const read = () =>
    side.on('data', (chunk: Buffer) => {
      got.text += chunk.toString('latin1');
    });
  return { front, side, socket, got, read, beganMs: performance.now() };
}

/** A visitor of a front that listens, over a connection of the machine's. */
async function connected(front: Front) {
  front.server.listen(0, '127.0.0.1');
  await once(front.server, 'listening');
  const socket = connect((front.server.address() as AddressInfo).port, '127.0.0.1');
  const got = { text: '' };
  socket.on('data', (chunk: Buffer) => {
    got.text += chunk.toString('latin1');
  });
  await Promise.all([once(front.server, 'connection'), once(socket, 'connect')]);
  return { socket, got };
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

describe('a front that ends', () => {
  test('lets go at once of who waits for nothing', async () => {
    const { front } = visitor();
    expect(front.counts).toEqual({ hot: 0, lane: 0, handed: 0 });
    const { socket, got } = await connected(front);
    socket.write(GET_ADS);
    await once(socket, 'data');
    expect([got.text, front.counts]).toEqual([ANSWER, { hot: 1, lane: 0, handed: 0 }]);
    await Promise.all([once(socket, 'close'), front.close(1_000_000)]);
  });

  test.each([true, false])('waits so long for an answer that is under way: it comes, %s', async (comes) => {
    const asked = Promise.withResolvers<(text: string) => void>();
    const { front } = visitor((_body, _head, answer) => {
      asked.resolve(answer);
      return true;
    });
    const { socket, got } = await connected(front);
    socket.write(POST_EVENTS);
    const answer = await asked.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let isClosed = false;
      const closing = front.close(1_000).then(() => {
        isClosed = true;
      });
      vi.advanceTimersByTime(999);
      await turns(4);
      expect([isClosed, socket.destroyed]).toEqual([false, false]);
      if (comes) {
        answer('late');
        await once(socket, 'data');
        socket.end();
      } else vi.advanceTimersByTime(1);
      await Promise.all([once(socket, 'close'), closing]);
      expect(got.text).toBe(comes ? 'late' : '');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a visitor has', () => {
  test.each([
    ['5 s to begin', '', 5_000, ''],
    ['5 s for a head', GET_ADS.slice(0, -1), 5_000, 'HTTP/1.1 408'],
    ['10 s for a body', POST_EVENTS.slice(0, -1), 10_000, 'HTTP/1.1 408'],
    ['65 s between two requests', GET_ADS, 65_000, ANSWER],
  ])('%s', async (_name, sent, limitMs, said) => {
    const { front, side, got, read, beganMs } = visitor();
    read();
    if (sent !== '') side.write(sent);
    await turns(4);
    front.sweep(beganMs + limitMs - 100);
    await turns(4);
    expect(got.isEnded).toBe(false);
    front.sweep(performance.now() + limitMs + 1);
    await turns(4);
    // What was never asked has no answer: a browser that asks in this moment would take it for its own.
    const told = said === '' ? got.text : got.text.slice(0, said.length);
    expect([told, side.destroyed || got.isEnded]).toEqual([said, true]);
    await front.close(0);
  });

  test('5 s for a head that begins after a minute of silence', async () => {
    const { front, side, got, read, beganMs } = visitor();
    read();
    side.write(GET_ADS);
    await turns(4);
    // Whole, so that differences are exact.
    const againMs = Math.ceil(beganMs) + 60_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(againMs);
    side.write(GET_ADS.slice(0, -2));
    await turns(4);
    // More of the same head gives no more time.
    clock.mockReturnValue(againMs + 4_000);
    side.write(GET_ADS.slice(-2, -1));
    await turns(4);
    clock.mockRestore();
    front.sweep(againMs + 5_000);
    await turns(4);
    expect(got).toEqual({ text: ANSWER, isEnded: false });
    front.sweep(againMs + 5_001);
    await turns(4);
    expect(got.text.slice(ANSWER.length)).toMatch(/^HTTP\/1\.1 408/);
    await front.close(0);
  });

  test('as long as its answer takes, and is answered in order', async () => {
    const waiting: ((text: string) => void)[] = [];
    const { front, side, got, read } = visitor((_body, _head, answer) => {
      waiting.push(answer);
      return true;
    });
    read();
    side.write(POST_EVENTS + GET_ADS + POST_EVENTS + GET_ADS);
    await turns(4);
    front.sweep(performance.now() + 1_000_000);
    await turns(4);
    expect([got, waiting.length]).toEqual([{ text: '', isEnded: false }, 1]);
    waiting[0]?.('first');
    await turns(4);
    expect([got.text, waiting.length]).toEqual([`first${ANSWER}`, 2]);
    waiting[1]?.('second');
    await turns(4);
    expect(got.text).toBe(`first${ANSWER}second${ANSWER}`);
    await front.close(0);
  });

  test.each([
    ['by the front', GET_ADS],
    ['by node:http, through a lane', GET_OTHER],
    ['by node:http, to which it was handed over', GET_ADS.replace('1.1', '1.0')],
  ])('two minutes in which it may read nothing of an answer %s', async (_by, asked) => {
    const http = createServer();
    http.on('request', (_request, response) => response.write('x'));
    const front = new Front({
      ...{ http, countryName: null, eventsPath: '/e' },
      hot: { ads: () => ANSWER, events: () => false },
    });
    const accepted = once(front.server, 'connection');
    const { socket } = await connected(front);
    const [held] = (await accepted) as [Socket];
    socket.write(asked);
    await once(socket, 'data');
    // Told by the socket, which knows how much of what it sends has gone.
    expect(held.timeout).toBe(120_000);
    held.emit('timeout');
    await once(socket, 'close');
    await front.close(0);
  });

  test('no more kept of what it asks than it reads of the answers', async () => {
    const { front, side, socket, got, read } = visitor();
    const count = 20_000;
    let written = 0;
    const send = () => {
      while (written < count) {
        written += 1;
        if (!side.write(GET_ADS)) {
          side.once('drain', send);
          return;
        }
      }
    };
    send();
    await turns(200);
    expect(written).toBeLessThan(count);
    expect(socket.writableLength).toBeLessThan(500_000);
    read();
    await turns(20_000);
    expect([written, got.text.length]).toEqual([count, count * ANSWER.length]);
    await front.close(0);
  });
});
