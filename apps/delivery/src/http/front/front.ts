import type { Server as HttpServer, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { BAD_REQUEST, REQUEST_TIMEOUT } from '../cut-off.ts';
import type { RequestHead } from '../request-head.ts';
import { type FrontSocket, Lane } from './lane.ts';
import { PlainRequest, SENT, type SentBytes } from './plain-request.ts';

/** What the front answers by itself. Anything refused goes on to `node:http`, which says why. */
export type HotHandlers = {
  /** @returns the whole answer to GET /a with this address, `null` for a query that is not valid; then nothing was counted. */
  readonly ads: (url: string, head: RequestHead) => string | null;
  /** Takes the events of POST /e; the answer may come before it returns. @returns false for a body that is not valid; then nothing was taken. */
  readonly events: (body: string, head: RequestHead, answer: (text: string) => void) => boolean;
};

export type FrontOptions = {
  readonly http: HttpServer;
  readonly hot: HotHandlers;
  readonly countryName: string | null;
  readonly eventsPath: string;
};

/** What is kept of a visitor who sends on and on while an answer is still to come. */
const MOST_PENDING = 256 * 1_024;
const SWEEP_MS = 1_000;
/** An answer of which nothing is read for so long is for nobody, and holds its connection, and an image's file. The slowest of lines read a little. */
const UNREAD_MS = 120_000;

/**
 * Reads what visitors send before `node:http` does. Plain calls for ads and plain beacons are answered here, which takes half
 * of the time; every other whole request goes through a lane to `node:http` and the connection comes back; whatever the front
 * does not know for certain goes to `node:http` byte for byte, with the connection.
 */
export class Front {
  readonly server: Server;
  /** For /metrics: requests by who answered them; `handed` are connections. */
  readonly counts = { hot: 0, lane: 0, handed: 0 };
  private readonly options: FrontOptions;
  private readonly request: PlainRequest;
  private readonly connections = new Set<Connection>();
  private readonly lanes = new WeakMap<Duplex, Connection>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(options: FrontOptions) {
    this.options = options;
    this.request = new PlainRequest(options.countryName);
    const { http } = options;
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      socket.setTimeout(UNREAD_MS);
      this.accept(socket);
    });
    // For connections that are handed over.
    http.setTimeout(UNREAD_MS);
    // It never listens by itself, and this is when it begins to look after slow senders.
    http.emit('listening');
    http.prependListener('request', (_request, response) => this.watch(response));
    this.sweeper = setInterval(() => this.sweep(performance.now()), SWEEP_MS);
    this.sweeper.unref();
  }

  accept(socket: FrontSocket): void {
    const connection = new Connection(this, socket, performance.now());
    this.connections.add(connection);
  }

  /** Ends what is idle at once, the rest after `patienceMs` at the latest. */
  async close(patienceMs: number): Promise<void> {
    clearInterval(this.sweeper);
    const { http } = this.options;
    const closed = new Promise<void>((resolve) => {
      if (this.server.listening) this.server.close(() => resolve());
      else resolve();
    });
    for (const connection of this.connections) connection.endIfIdle();
    http.closeIdleConnections();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
    for (const connection of this.connections) connection.socket.destroy();
    http.closeAllConnections();
    http.close();
  }

  /** @internal Reads and answers what it can of what was sent. @returns what is left for later */
  serve(connection: Connection, all: SentBytes): string {
    const { text } = all;
    const { hot, eventsPath } = this.options;
    const { request } = this;
    let answers = '';
    let at = 0;
    while (at < text.length && !connection.isBusy) {
      const sent = request.read(all, at, connection.peer);
      if (sent === SENT.part) break;
      if (sent === SENT.foreign) {
        connection.write(answers);
        this.handOver(connection, text.slice(at));
        return '';
      }
      const { end } = request;
      const answer = request.isGet && isCallForAds(request.url) ? hot.ads(request.url, request.head) : null;
      if (answer !== null) {
        this.counts.hot += 1;
        answers += answer;
      } else {
        // What comes next answers by itself, perhaps at once: after those before it.
        connection.write(answers);
        answers = '';
        const isBeacon = request.isPost && request.url === eventsPath;
        if (!isBeacon || !this.takeEvents(connection, text)) this.giveToLane(connection, text.slice(at, end));
      }
      at = end;
    }
    connection.write(answers);
    connection.awaited = connection.isBusy || request.end <= text.length ? 0 : request.end - at;
    return at === 0 ? text : text.slice(at);
  }

  /** @internal */
  forget(connection: Connection): void {
    this.connections.delete(connection);
  }

  /** @returns false where the events are no valid ones: `node:http` says why */
  private takeEvents(connection: Connection, text: string): boolean {
    const { bodyAt, end, head } = this.request;
    connection.isBusy = true;
    const taken = this.options.hot.events(text.slice(bodyAt, end), head, (answer) =>
      connection.answered(answer),
    );
    if (taken) this.counts.hot += 1;
    else connection.isBusy = false;
    return taken;
  }

  private giveToLane(connection: Connection, text: string): void {
    this.counts.lane += 1;
    connection.isBusy = true;
    if (connection.lane === null) {
      connection.lane = new Lane(connection.socket);
      this.lanes.set(connection.lane, connection);
      this.options.http.emit('connection', connection.lane);
    }
    connection.lane.push(Buffer.from(text, 'latin1'));
  }

  /** When `node:http` has answered, the connection is the front's again. */
  private watch(response: ServerResponse): void {
    const connection = response.socket === null ? undefined : this.lanes.get(response.socket);
    if (connection !== undefined) response.once('close', () => connection.answered(''));
  }

  private handOver(connection: Connection, text: string): void {
    this.counts.handed += 1;
    connection.leave();
    const { socket } = connection;
    if (text !== '') socket.unshift(Buffer.from(text, 'latin1'));
    this.options.http.emit('connection', socket);
    socket.resume();
  }

  /**
   * Keeps the times that `node:http` keeps: for the head and the whole of a request, and between two.
   * @param nowMs of `performance.now`
   */
  sweep(nowMs: number): void {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = this.options.http;
    for (const connection of this.connections) {
      if (connection.isBusy) continue;
      const idleMs = nowMs - connection.sinceMs;
      if (connection.isBetween) {
        if (idleMs > keepAliveTimeout) connection.socket.destroy();
      } else if (idleMs > (connection.awaited > 0 ? requestTimeout : headersTimeout)) {
        connection.giveUp();
      }
    }
  }
}

/** `/a?…` */
function isCallForAds(url: string): boolean {
  return url.charCodeAt(1) === 97 && url.charCodeAt(2) === 63;
}

/** One visitor's connection, as long as the front has it. */
class Connection {
  readonly socket: FrontSocket;
  readonly peer: string;
  /** An answer is on its way: what comes meanwhile waits. */
  isBusy = false;
  lane: Lane | null = null;
  /** When it last began to wait for the visitor. */
  sinceMs: number;
  /** Length of the request whose head is there and whose body is not; 0 otherwise. */
  awaited = 0;
  private pending = '';
  private spoke = false;
  private ended = false;
  private readonly front: Front;
  private readonly onData = (chunk: Buffer) => this.received(chunk);
  private readonly onEnd = () => this.visitorEnded();
  private readonly onClose = () => this.closed();
  private readonly onError = () => this.socket.destroy();
  private readonly onDrain = () => this.serveOn();

  constructor(front: Front, socket: FrontSocket, nowMs: number) {
    this.front = front;
    this.socket = socket;
    this.peer = socket.remoteAddress ?? '';
    this.sinceMs = nowMs;
    socket.on('data', this.onData);
    socket.on('end', this.onEnd);
    socket.on('close', this.onClose);
    socket.on('error', this.onError);
    socket.on('drain', this.onDrain);
    socket.on('timeout', this.onError);
  }

  /** Between two requests, as a connection that is kept is most of the time. */
  get isBetween(): boolean {
    return this.spoke && this.pending === '';
  }

  write(text: string): void {
    if (text !== '') this.socket.write(text, 'latin1');
  }

  /** What was asked for is answered: the next may be read. */
  answered(text: string): void {
    this.isBusy = false;
    // `node:http` may have ended the connection with its answer.
    if (this.lane?.writableEnded === true) this.ended = true;
    if (this.socket.destroyed || this.ended) return;
    this.write(text);
    this.sinceMs = performance.now();
    if (this.pending !== '') this.serveOn();
  }

  endIfIdle(): void {
    if (!this.isBusy) this.socket.destroy();
  }

  /**
   * Ends what takes too long. Nothing is said to who has said nothing: browsers open connections before they need them, and
   * would take it for the answer to what they ask in this moment.
   */
  giveUp(): void {
    if (this.spoke) this.refuse(REQUEST_TIMEOUT);
    else this.socket.destroy();
  }

  private refuse(said: string): void {
    this.socket.end(said, () => this.socket.destroy());
  }

  /** Somebody else has the socket from here on. */
  leave(): void {
    const { socket } = this;
    socket.off('data', this.onData);
    socket.off('end', this.onEnd);
    socket.off('close', this.onClose);
    socket.off('error', this.onError);
    socket.off('drain', this.onDrain);
    socket.off('timeout', this.onError);
    socket.pause();
    this.front.forget(this);
    this.lane?.leave();
    this.lane = null;
    this.ended = true;
  }

  private received(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    if (this.isBusy || this.socket.writableNeedDrain) {
      this.pending += text;
      if (this.pending.length > MOST_PENDING) this.socket.pause();
      return;
    }
    if (this.pending === '') this.sinceMs = performance.now();
    const sent = this.pending + text;
    this.spoke = true;
    // A body that comes in a thousand pieces is read once.
    if (sent.length < this.awaited) {
      this.pending = sent;
      return;
    }
    const bytes = sent === text ? chunk : Buffer.from(sent, 'latin1');
    this.pending = '';
    this.pending = this.front.serve(this, { bytes, text: sent });
  }

  private serveOn(): void {
    if (this.isBusy || this.socket.destroyed || this.ended) return;
    const text = this.pending;
    this.pending = '';
    this.pending = this.front.serve(this, { bytes: Buffer.from(text, 'latin1'), text });
    if (!this.ended && this.socket.isPaused()) this.socket.resume();
  }

  private visitorEnded(): void {
    this.ended = true;
    if (this.lane !== null && this.isBusy) this.lane.push(null);
    else if (this.pending !== '' && !this.isBusy) this.refuse(BAD_REQUEST);
    else this.socket.end();
  }

  private closed(): void {
    this.ended = true;
    this.front.forget(this);
    this.lane?.destroy();
  }
}
