import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Histogram } from './histogram.ts';
import { isSuccess, isWhole } from './http-answer.ts';

/**
 * A process of its own that loads a server over keep-alive connections, one request at a time on each. It reads as
 * little of an answer as it can (status and length), so that it costs less than any server it measures.
 * With a rate it sends at set times whatever the server does, and measures from the time that was set.
 */
export type LoadOrder = {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Requests a second; absent = as fast as answers come. */
  readonly rate?: number;
  /** File with the requests as a JSON array of whole HTTP texts. */
  readonly requestsFile: string;
  /** Process number of the server, whose processor time is kept. */
  readonly pid?: number;
};

export type LoadReport = {
  readonly perSecond: number;
  readonly answered: number;
  /** Answers other than 2xx. */
  readonly refused: number;
  readonly broken: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the measured process's main thread for each answer; NaN where the system does not tell. */
  readonly cpuMicros: number;
  /** Share of the time in which that thread was ready and had no processor; 0 where the system does not tell. */
  readonly waitShare: number;
};

const WARM_MS = 300;

class Load {
  private readonly order: LoadOrder;
  private readonly requests: readonly Buffer[];
  private readonly histogram = new Histogram();
  private readonly sockets: Socket[] = [];
  private readonly idle: Connection[] = [];
  /** Times at which requests were due that no connection was free for. */
  private readonly overdue: number[] = [];
  private next = 0;
  private answered = 0;
  private refused = 0;
  private broken = 0;
  private counting = false;
  private ended = false;

  constructor(order: LoadOrder) {
    this.order = order;
    const texts: readonly string[] = JSON.parse(readFileSync(order.requestsFile, 'utf8'));
    this.requests = texts.map((text) => Buffer.from(text, 'latin1'));
  }

  async run(): Promise<LoadReport> {
    const { connections, durationMs, rate } = this.order;
    await Promise.all(Array.from({ length: connections }, () => this.open()));
    if (rate === undefined)
      for (const connection of this.idle.splice(0)) this.send(connection, performance.now());
    else this.pace(rate);
    await pause(WARM_MS);
    const before = threadTime(this.order.pid);
    this.counting = true;
    const began = performance.now();
    await pause(durationMs);
    this.counting = false;
    const seconds = (performance.now() - began) / 1_000;
    const after = threadTime(this.order.pid);
    this.ended = true;
    for (const socket of this.sockets) socket.destroy();
    return {
      perSecond: this.answered / seconds,
      answered: this.answered,
      refused: this.refused,
      broken: this.broken,
      p50Ms: this.histogram.percentile(0.5),
      p99Ms: this.histogram.percentile(0.99),
      cpuMicros: (after.ranMs - before.ranMs) / (this.answered / 1_000),
      waitShare: Number.isNaN(after.waitedMs) ? 0 : (after.waitedMs - before.waitedMs) / (seconds * 1_000),
    };
  }

  private open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.order.port, host: '127.0.0.1', noDelay: true });
      const connection: Connection = { socket, sentAt: 0, pending: '' };
      this.sockets.push(socket);
      socket.once('error', reject);
      socket.once('connect', () => {
        this.idle.push(connection);
        resolve();
      });
      socket.on('data', (chunk: Buffer) => this.received(connection, chunk));
      socket.on('close', () => {
        if (!this.ended) this.broken += 1;
      });
    });
  }

  private pace(rate: number): void {
    const began = performance.now();
    let sent = 0;
    const step = () => {
      if (this.ended) return;
      const now = performance.now();
      const due = Math.floor(((now - began) * rate) / 1_000);
      for (; sent < due; sent += 1) this.overdue.push(began + (sent * 1_000) / rate);
      this.drain();
      // It sleeps in between: a client that spins takes the processor from what it measures.
      setTimeout(step, 1);
    };
    step();
  }

  private drain(): void {
    while (this.overdue.length > 0 && this.idle.length > 0) {
      const connection = this.idle.pop();
      const at = this.overdue.shift();
      if (connection !== undefined && at !== undefined) this.send(connection, at);
    }
  }

  private send(connection: Connection, at: number): void {
    const request = this.requests[this.next % this.requests.length];
    this.next += 1;
    connection.sentAt = at;
    if (request !== undefined) connection.socket.write(request);
  }

  private received(connection: Connection, chunk: Buffer): void {
    const text =
      connection.pending === '' ? chunk.toString('latin1') : connection.pending + chunk.toString('latin1');
    if (!isWhole(text)) {
      connection.pending = text;
      return;
    }
    connection.pending = '';
    const now = performance.now();
    if (this.counting) {
      this.answered += 1;
      if (!isSuccess(text)) this.refused += 1;
      this.histogram.add(now - connection.sentAt);
    }
    if (this.ended) return;
    if (this.order.rate === undefined) {
      this.send(connection, now);
    } else {
      this.idle.push(connection);
      this.drain();
    }
  }
}

/** What the system's scheduler says of a process's main thread so far. */
function threadTime(pid: number | undefined): { readonly ranMs: number; readonly waitedMs: number } {
  try {
    const [ran = '', waited = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch {
    return { ranMs: Number.NaN, waitedMs: Number.NaN };
  }
}

type Connection = { readonly socket: Socket; sentAt: number; pending: string };

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

process.on('message', (order: LoadOrder) => {
  new Load(order).run().then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
