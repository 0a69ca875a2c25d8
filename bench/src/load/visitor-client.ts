import { connect, type Socket } from 'node:net';
import { EVENT_LETTERS } from '@placard/contract/wire/tag-protocol';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { Histogram } from './histogram.ts';
import { isSuccess, isWhole } from './http-answer.ts';

/**
 * A process of its own that behaves as the browsers of many visitors do: asks for ads, and a while later posts what the
 * tag would have seen of them, each visitor from an address and a browser of its own. What was answered is counted,
 * whatever the server says elsewhere.
 */
export type VisitorOrder = {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Calls for ads a second; absent = as fast as answers come. */
  readonly rate?: number;
  readonly widgets: readonly { readonly key: string; readonly domain: string }[];
  readonly seed: number;
};

export type VisitorReport = {
  readonly seconds: number;
  readonly decisions: number;
  readonly ads: number;
  /** Events whose post was answered within the time … */
  readonly acknowledgedInTime: number;
  /** … and those answered later too: what the server's books are held against. */
  readonly acknowledged: number;
  /** In all posts. */
  readonly events: number;
  readonly impressions: number;
  readonly viewables: number;
  readonly refused: number;
  readonly broken: number;
  readonly decisionP99Ms: number;
  readonly eventP99Ms: number;
  /** Of this process itself, in shares of a processor. */
  readonly ownProcessor: number;
};

const VIEWABLE_RATE = 0.65;
/** The tag gathers this long, so that an ad in view tells of both in one post. */
const GATHER_MS = 1_400;
/** Later than this nobody new comes until the server has caught up. */
const MOST_OVERDUE_MS = 100;
/** Posts that were sent are forgotten by so many at a time. */
const FORGOTTEN_AT_ONCE = 20_000;
const COUNTRIES = ['81.2', '91.198', '62.4', '77.68', '84.32', '93.184', '151.101', '185.60'];
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

type Visitor = { readonly key: string; readonly headers: string };
type Lane = { readonly socket: Socket; pending: string; sentAt: number; job: Job | null };
type Job =
  | { readonly kind: 'ask'; readonly visitor: Visitor }
  | { readonly kind: 'tell'; readonly text: string; readonly events: number };

const askText = ({ key, headers }: Visitor) => `GET /a?w=${key}.300&l=en HTTP/1.1\r\n${headers}\r\n\r\n`;
const tellText = ({ headers }: Visitor, body: string) =>
  `POST /e HTTP/1.1\r\n${headers}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

class Visitors {
  readonly #order: VisitorOrder;
  readonly #random: () => number;
  readonly #lanes: Lane[] = [];
  readonly #idle: Lane[] = [];
  /** In the order in which they are due. */
  readonly #posts: { readonly dueMs: number; readonly job: Job }[] = [];
  #firstPost = 0;
  readonly #decided = new Histogram();
  readonly #told = new Histogram();
  #asked = 0;
  #ads = 0;
  #impressions = 0;
  #viewables = 0;
  #events = 0;
  #acknowledged = 0;
  #refused = 0;
  #broken = 0;
  #began = 0;
  #asking = true;
  #ended = false;

  constructor(order: VisitorOrder) {
    this.#order = order;
    this.#random = seededRandom(order.seed);
  }

  async run(): Promise<VisitorReport> {
    await Promise.all(Array.from({ length: this.#order.connections }, () => this.#open()));
    const before = process.cpuUsage();
    this.#began = performance.now();
    const timer = setInterval(() => this.#drain(), 1);
    this.#drain();
    await new Promise((resolve) => setTimeout(resolve, this.#order.durationMs));
    this.#asking = false;
    const seconds = (performance.now() - this.#began) / 1_000;
    const { user, system } = process.cpuUsage(before);
    const [decisions, acknowledgedInTime] = [this.#decided.many, this.#acknowledged];
    await this.#untilTold();
    clearInterval(timer);
    this.#ended = true;
    for (const { socket } of this.#lanes) socket.destroy();
    return {
      ...{ seconds, decisions, ads: this.#ads, acknowledgedInTime },
      ...{ acknowledged: this.#acknowledged, events: this.#events },
      ...{ impressions: this.#impressions, viewables: this.#viewables },
      ...{ refused: this.#refused, broken: this.#broken },
      decisionP99Ms: this.#decided.percentile(0.99),
      eventP99Ms: this.#told.percentile(0.99),
      ownProcessor: (user + system) / 1e6 / seconds,
    };
  }

  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#order.port, host: '127.0.0.1', noDelay: true });
      const lane: Lane = { socket, pending: '', sentAt: 0, job: null };
      this.#lanes.push(lane);
      socket.on('error', reject);
      socket.once('connect', () => {
        this.#idle.push(lane);
        resolve();
      });
      socket.on('data', (chunk: Buffer) => this.#received(lane, chunk));
      socket.on('close', () => this.#closed(lane));
    });
  }

  /** A server ends connections that rest: another one takes the place. */
  #closed(lane: Lane): void {
    if (lane.job !== null) this.#broken += 1;
    lane.job = null;
    for (const list of [this.#lanes, this.#idle]) {
      const at = list.indexOf(lane);
      if (at >= 0) list.splice(at, 1);
    }
    if (!this.#ended) this.#open().catch(() => undefined);
  }

  /** Gives idle connections what is due: posts first, as they were promised first. */
  #drain(): void {
    for (;;) {
      // In turn, so that none rests for long.
      const lane = this.#idle.shift();
      if (lane === undefined) return;
      const job = this.#nextJob();
      if (job === null) {
        this.#idle.unshift(lane);
        return;
      }
      this.#send(lane, job);
    }
  }

  #nextJob(): Job | null {
    const now = performance.now();
    const post = this.#posts[this.#firstPost];
    if (post !== undefined && post.dueMs <= now) {
      this.#firstPost += 1;
      if (this.#firstPost === FORGOTTEN_AT_ONCE) {
        this.#posts.splice(0, this.#firstPost);
        this.#firstPost = 0;
      }
      return post.job;
    }
    if (!this.#asking || this.#overdue(now) > MOST_OVERDUE_MS) return null;
    const { rate } = this.#order;
    if (rate !== undefined && this.#asked >= ((now - this.#began) * rate) / 1_000) return null;
    this.#asked += 1;
    return { kind: 'ask', visitor: this.#visitor() };
  }

  /** For how long the post whose turn it is has been due, in milliseconds. */
  #overdue(nowMs: number): number {
    return nowMs - (this.#posts[this.#firstPost]?.dueMs ?? nowMs);
  }

  #visitor(): Visitor {
    const part = () => Math.floor(this.#random() * 254) + 1;
    const network = COUNTRIES[Math.floor(this.#random() * COUNTRIES.length)];
    const browser = BROWSERS[Math.floor(this.#random() * BROWSERS.length)];
    const widget = this.#order.widgets[Math.floor(this.#random() * this.#order.widgets.length)];
    const headers = [
      'Host: ads.example.com',
      `User-Agent: ${browser}`,
      `X-Forwarded-For: ${network}.${part()}.${part()}`,
      `Origin: https://${widget?.domain}`,
    ];
    return { key: widget?.key ?? '', headers: headers.join('\r\n') };
  }

  #send(lane: Lane, job: Job): void {
    lane.job = job;
    lane.sentAt = performance.now();
    lane.socket.write(job.kind === 'tell' ? job.text : askText(job.visitor), 'latin1');
  }

  #received(lane: Lane, chunk: Buffer): void {
    const text = lane.pending === '' ? chunk.toString('latin1') : lane.pending + chunk.toString('latin1');
    if (!isWhole(text)) {
      lane.pending = text;
      return;
    }
    lane.pending = '';
    const { job } = lane;
    lane.job = null;
    if (job !== null) this.#answered(job, text, performance.now() - lane.sentAt);
    this.#idle.push(lane);
    this.#drain();
  }

  #answered(job: Job, text: string, tookMs: number): void {
    if (!isSuccess(text)) {
      this.#refused += 1;
      return;
    }
    if (job.kind === 'tell') {
      this.#told.add(tookMs);
      this.#acknowledged += job.events;
      return;
    }
    this.#decided.add(tookMs);
    const from = text.indexOf('"t":"');
    if (from === -1) return;
    const token = text.slice(from + 5, text.indexOf('"', from + 5));
    const isViewable = this.#random() < VIEWABLE_RATE;
    this.#ads += 1;
    this.#impressions += 1;
    if (isViewable) this.#viewables += 1;
    const events = isViewable ? 2 : 1;
    this.#events += events;
    const lines = [EVENT_LETTERS.impression + token, ...(isViewable ? [EVENT_LETTERS.viewable + token] : [])];
    const tell: Job = { kind: 'tell', text: tellText(job.visitor, lines.join('\n')), events };
    this.#posts.push({ dueMs: performance.now() + GATHER_MS, job: tell });
  }

  async #untilTold(): Promise<void> {
    const isBusy = () => this.#firstPost < this.#posts.length || this.#lanes.some(({ job }) => job !== null);
    while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

process.on('message', (order: VisitorOrder) => {
  new Visitors(order).run().then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
