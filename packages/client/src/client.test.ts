import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallOptions, createClient } from './client.ts';
import { get, type Operation, post, postOnce } from './operation.ts';
import { PlacardError } from './placard-error.ts';

type Sent = {
  readonly address: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
};
type Any = Operation<object | undefined, unknown>;

const LIST: Operation<object | undefined, { items: number[] }> = get('/things');
const MAKE: Any = post('/things/{id}/{+file}');
const JSON_TYPE = { 'content-type': 'application/json' };
const data = (content: unknown, status = 200) =>
  new Response(JSON.stringify({ data: content }), { status, headers: JSON_TYPE });
const failed = (status: number, headers: object = {}) =>
  new Response(JSON.stringify({ error: { code: 'x', message: 'No' } }), {
    status,
    headers: { ...JSON_TYPE, ...headers },
  });

/** A client, what it sent, and how long it waited; it is answered in this order, the last one again and again. */
function clientOf(...answers: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    ...{ url: 'https://ads.example//', apiKey: 'pk_1' },
    wait: async (ms) => void waits.push(ms),
    fetch: async (address, { method = '', headers, body } = {}) => {
      sent.push({ address: String(address), method, headers: new Headers(headers), body });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return (await answer?.()) ?? data(null);
    },
  });
  const refusal = async (operation: Any, input?: object, how?: CallOptions) => {
    const cause = await client.call(operation, input, how).catch((error: unknown) => error);
    return cause instanceof PlacardError ? [cause.status, cause.code, sent.length] : cause;
  };
  return { client, sent, waits, refusal };
}

describe('a call', () => {
  it('puts names into the path, the rest into the query or the body, and files into a form', async () => {
    const { client, sent } = clientOf();
    await client.call(LIST, { search: 'a b&c', ids: [3, 4], none: undefined, nothing: null, zero: 0 });
    await client.call(LIST);
    await client.call(MAKE, { id: 'a/b', file: 'x y', name: 'Lamp', none: null });
    await client.call(MAKE, { id: 1, file: 'f', picture: new File(['p'], 'p.png'), width: 300 });
    const at = 'https://ads.example/api/things';
    expect(sent.map(({ address }) => address)).toEqual([
      ...[`${at}?search=a+b%26c&ids%5B0%5D=3&ids%5B1%5D=4&zero=0`, at, `${at}/a%2Fb/x%20y`, `${at}/1/f`],
    ]);
    const types = sent.map(({ headers }) => headers.get('content-type'));
    expect(types).toEqual([null, null, 'application/json', null]);
    expect(sent.map(({ body }) => body).slice(0, 3)).toEqual([
      undefined,
      undefined,
      '{"name":"Lamp","none":null}',
    ]);
    const form = sent[3]?.body;
    expect(form instanceof FormData && [...form.keys(), form.get('width')]).toEqual([
      'picture',
      'width',
      '300',
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer pk_1');
  });

  it('is sent with a key of its own, or the given one, and again with the same', async () => {
    const { client, sent } = clientOf(() => failed(503));
    const keys = async (operation: Any, how?: CallOptions) => {
      sent.length = 0;
      await client.call(operation, { id: 1 }, how).catch(() => undefined);
      return sent.map(({ headers }) => headers.get('idempotency-key'));
    };
    const [one = '', ...others] = await keys(postOnce('/pay'));
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([one, one, one]);
    expect(await keys(postOnce('/pay'))).not.toContain(one);
    expect(await keys(post('/change'))).toEqual([null]);
    expect(await keys(post('/change'), { idempotencyKey: 'mine' })).toEqual(Array(4).fill('mine'));
    await client.call(post('/change'), {}, { ifMatch: '"3"' }).catch(() => undefined);
    expect(sent.at(-1)?.headers.get('if-match')).toBe('"3"');
  });

  it.each([
    [429, post('/x'), 4],
    [502, get('/x'), 4],
    [503, get('/x'), 4],
    [504, get('/x'), 4],
    [503, post('/x'), 1],
    [500, get('/x'), 1],
    [404, get('/x'), 1],
  ])(
    'that is refused with %i is sent so often as that does no harm: %o %i times',
    async (status, operation, times) => {
      const { refusal } = clientOf(() => failed(status));
      expect(await refusal(operation as Any)).toEqual([status, 'x', times]);
    },
  );

  it('waits as long as it is told, else twice as long each time', async () => {
    const told = clientOf(() => failed(429, { 'retry-after': '2' }));
    await told.refusal(LIST);
    const alone = clientOf(() => failed(429, { 'retry-after': '0' }));
    await alone.refusal(LIST);
    expect([told.waits, alone.waits]).toEqual([
      [2_000, 2_000, 2_000],
      [500, 1_000, 2_000],
    ]);
  });

  it('whose answer is cut off got none, and is sent again where that does no harm', async () => {
    const cut = (type: string) => () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
      return new Response(body, { headers: { 'content-type': type } });
    };
    for (const type of ['application/json', 'text/csv']) {
      const { client, sent } = clientOf(cut(type), () => data({ items: [7] }));
      expect(await client.call(LIST)).toEqual({ items: [7] });
      expect(sent).toHaveLength(2);
      expect(await clientOf(cut(type)).refusal(MAKE, { id: 1, file: 'f' })).toEqual([0, 'no_answer', 1]);
    }
  });

  it('is a file where it is no JSON, and a refusal of whoever stands between without its words', async () => {
    const file = await clientOf(
      () => new Response('a;b', { headers: { 'content-type': 'text/csv' } }),
    ).client.call(LIST);
    expect(file instanceof Blob && (await (file as Blob).text())).toBe('a;b');
    const between = clientOf(() => new Response('<html>', { status: 403 }));
    expect(await between.refusal(LIST)).toEqual([403, 'internal', 1]);
  });

  it('ends at once while it waits, and leaves nothing to wait for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const end = new AbortController();
    const reason = new Error('enough');
    const client = createClient({
      ...{ url: 'https://ads.example', apiKey: 'pk_1' },
      fetch: async () => {
        queueMicrotask(() => setImmediate(() => end.abort(reason)));
        return failed(429, { 'retry-after': '3600' });
      },
    });
    await expect(client.call(LIST, undefined, { signal: end.signal })).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('each', () => {
  const all = async (client: ReturnType<typeof clientOf>['client'], input?: object) => {
    const found: number[] = [];
    for await (const item of client.each(LIST, input)) found.push(item);
    return found;
  };
  const answersOf = (total: number, size: number) =>
    Array.from({ length: Math.ceil(total / size) }, (_, page) => {
      const items = Array.from({ length: Math.min(size, total - page * size) }, (_, at) => page * size + at);
      return () => data({ items, total });
    });

  it.each([
    [5, 2, 3],
    [4, 2, 2],
    [1, 2, 1],
  ])(
    'goes through %i entries in pages of %i by %i calls, whoever chose their size',
    async (total, size, calls) => {
      for (const input of [{ pageSize: size }, undefined]) {
        const { client, sent } = clientOf(...answersOf(total, size));
        expect(await all(client, input)).toEqual(Array.from({ length: total }, (_, index) => index));
        expect(sent.map(({ address }) => new URL(address).searchParams.get('page'))).toEqual(
          Array.from({ length: calls }, (_, index) => (index === 0 ? null : String(index + 1))),
        );
      }
    },
  );

  it('begins where it is told, goes on where there are more than are counted, and ends with an empty page', async () => {
    const more = (items: number[]) => () => data({ items, total: 2, more: true });
    const { client, sent } = clientOf(more([1, 2]), more([3]), () =>
      data({ items: [], total: 2, more: true }),
    );
    expect(await all(client, { page: 3 })).toEqual([1, 2, 3]);
    expect(sent.map(({ address }) => new URL(address).searchParams.get('page'))).toEqual(['3', '4', '5']);
  });

  it('goes through a log from its newest entry to its end, and of what has no pages there is one', async () => {
    const log = clientOf(
      () => data({ items: [9, 8], next: '8' }),
      () => data({ items: [7], next: null }),
    );
    expect(await all(log.client)).toEqual([9, 8, 7]);
    expect(log.sent.map(({ address }) => new URL(address).search)).toEqual(['', '?before=8']);
    const plain = clientOf(() => data({ items: [1] }));
    expect([await all(plain.client), plain.sent.length]).toEqual([[1], 1]);
  });
});
