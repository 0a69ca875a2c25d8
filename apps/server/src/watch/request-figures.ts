import type { Metric } from '@placard/db/process/metrics-text';

/** Seconds; the API promises 40 ms for a list and 100 ms for a report. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** What may come in: 1xx to 5xx. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** Counts the answers of the API and how long they took. */
export class RequestFigures {
  readonly #byClass = new Map<string, number>(CLASSES.map((name) => [name, 0]));
  readonly #buckets: number[] = BOUNDS.map(() => 0);
  #seconds = 0;
  #count = 0;

  add(status: number, tookMs: number): void {
    const name = CLASSES[Math.floor(status / 100) - 1] ?? '5xx';
    this.#byClass.set(name, (this.#byClass.get(name) ?? 0) + 1);
    const seconds = tookMs / 1_000;
    this.#seconds += seconds;
    this.#count += 1;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at >= 0) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  metrics(): Metric[] {
    let below = 0;
    const buckets = BOUNDS.map((bound, index) => {
      below += this.#buckets[index] ?? 0;
      return { suffix: '_bucket', labels: { le: String(bound) }, value: below };
    });
    return [
      {
        name: 'placard_http_requests_total',
        help: 'Answers of the API and the dashboard by the class of their status.',
        type: 'counter',
        samples: [...this.#byClass].map(([name, value]) => ({ labels: { class: name }, value })),
      },
      {
        name: 'placard_http_request_seconds',
        help: 'From the request to the end of its answer.',
        type: 'histogram',
        samples: [
          ...buckets,
          { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
          { suffix: '_sum', value: this.#seconds },
          { suffix: '_count', value: this.#count },
        ],
      },
    ];
  }
}
