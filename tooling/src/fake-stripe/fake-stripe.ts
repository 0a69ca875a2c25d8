import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readForm } from './form-body.ts';
import { answerApi, apiCall, requestText } from './stripe-api.ts';
import { type FakeEvent, FakeRefusal } from './stripe-objects.ts';
import { pageOf } from './stripe-pages.ts';
import { StripeReturns } from './stripe-returns.ts';
import { StripeState } from './stripe-state.ts';

export const FAKE_SECRET_KEY = 'sk_test_fake';
export const FAKE_WEBHOOK_SECRET = 'whsec_fake';

/**
 * What goes wrong with the next calls that match: the request never arrives, it is done and the answer is lost, it is
 * never answered, or the server has a fault.
 */
export type Trouble = {
  readonly call: RegExp;
  readonly how: 'lost_request' | 'lost_answer' | 'silence' | 'fault';
  times: number;
};

export type SignedEvent = { readonly body: string; readonly signature: string };

/** Stripe's HTTP API, its pages and its signed events, on a port of this machine. */
export class FakeStripe {
  readonly state: StripeState;
  readonly returns: StripeReturns;
  readonly troubles: Trouble[] = [];
  /** Every API call that arrived, `POST /v1/refunds`. */
  readonly calls: string[] = [];
  /** Events are posted there as they happen; null: a test delivers them as it likes. */
  webhookUrl: string | null = null;
  readonly #clock: () => Date;
  readonly #answers = new Map<string, { request: string; status: number; body: object }>();
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch((cause: unknown) => response.destroy(cause as Error));
  });
  #sending: Promise<void> = Promise.resolve();

  private constructor(clock: () => Date) {
    this.#clock = clock;
    this.state = new StripeState(clock, () => this.url);
    this.returns = new StripeReturns(this.state);
    this.state.onEvent = (event) => this.#post(event);
  }

  static async start(clock: () => Date = () => new Date()): Promise<FakeStripe> {
    const fake = new FakeStripe(clock);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.webhookUrl = null;
    await this.#sending;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** An event as it travels: the body and its `stripe-signature`. */
  signed(event: FakeEvent, options: { secret?: string; at?: Date } = {}): SignedEvent {
    const body = JSON.stringify(event);
    const time = Math.floor((options.at ?? this.#clock()).getTime() / 1000);
    const mac = createHmac('sha256', options.secret ?? FAKE_WEBHOOK_SECRET).update(`${time}.${body}`);
    return { body, signature: `t=${time},v1=${mac.digest('hex')}` };
  }

  /** One after another; an endpoint that is away misses the event, as a test may want. */
  #post(event: FakeEvent): void {
    const url = this.webhookUrl;
    if (url === null) return;
    const { body, signature } = this.signed(event);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    this.#sending = this.#sending
      .then(async () => {
        await fetch(url, { method: 'POST', headers, body });
      })
      .catch(() => undefined);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', this.url);
    if (!url.pathname.startsWith('/v1/')) {
      this.#showPage(url.pathname, method === 'POST' ? new URLSearchParams(body) : null, response);
      return;
    }
    this.calls.push(`${method} ${url.pathname}`);
    const trouble = this.troubles.find(
      (each) => each.times > 0 && each.call.test(`${method} ${url.pathname}`),
    );
    if (trouble !== undefined) trouble.times -= 1;
    if (trouble?.how === 'silence') return;
    if (trouble?.how === 'lost_request') {
      response.destroy();
      return;
    }
    if (trouble?.how === 'fault') {
      send(response, 500, { error: { type: 'api_error', message: 'Something went wrong on our end.' } });
      return;
    }
    const answer = this.#answer(request, method, url, body);
    if (trouble?.how === 'lost_answer') response.destroy();
    else send(response, answer.status, answer.body);
  }

  #answer(
    request: IncomingMessage,
    method: string,
    url: URL,
    body: string,
  ): { status: number; body: object } {
    if (request.headers.authorization !== `Bearer ${FAKE_SECRET_KEY}`) {
      return {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
      };
    }
    const call = apiCall(method, url, readForm(body));
    const key = request.headers['idempotency-key'];
    const text = requestText(call);
    const stored = typeof key === 'string' ? this.#answers.get(key) : undefined;
    if (stored !== undefined) {
      if (stored.request === text) return stored;
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return { status: 400, body: { error: { type: 'idempotency_error', message } } };
    }
    const answer = this.#run(call);
    // As it was answered the first time: later changes do not show in a repetition.
    if (typeof key === 'string') this.#answers.set(key, { request: text, ...structuredClone(answer) });
    return answer;
  }

  #run(call: Parameters<typeof answerApi>[1]): { status: number; body: object } {
    try {
      return { status: 200, body: answerApi(this.state, call) };
    } catch (error) {
      if (error instanceof FakeRefusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  #showPage(path: string, form: URLSearchParams | null, response: ServerResponse): void {
    const answer = pageOf(this.state, path, form);
    if (answer === null) response.writeHead(404).end();
    else if ('to' in answer) response.writeHead(303, { location: answer.to }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html);
  }

  /** Idempotency keys are kept for a day by Stripe; this is that day going by. */
  forgetKeys(): void {
    this.#answers.clear();
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' });
  response.end(JSON.stringify(body));
}
