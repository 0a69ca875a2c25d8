import type { TraceSettings } from './trace-settings.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that has ended, in the words of OTLP. */
export type EndedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
};

/** Spans that wait; more are dropped and counted: whoever watches must not cost the memory of whoever is watched. */
export const MOST_WAITING = 4_096;
/** In one call, some 300 kB. */
const AT_ONCE = 512;
const EVERY_MS = 1_000;
const CALL_MS = 5_000;
const FAILED = 2;

function writtenValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: writtenValue(value) }));

const nanosOf = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function written({ startMs, endMs, attributes, failed, ...span }: EndedSpan) {
  return {
    ...span,
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: attributesOf(attributes),
    status: failed ? { code: FAILED } : {},
  };
}

/** Sends ended spans to a collector, as OTLP over HTTP in JSON. What it can't hand over is lost and told, never tried again. */
export class TraceSender {
  readonly #settings: TraceSettings;
  readonly #process: Attributes;
  readonly #onLost: (spans: number, why: string) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: EndedSpan[] = [];
  #dropped = 0;
  #sending: Promise<void> | null = null;

  /** @param process what all its spans are of: `service.name` and such @param onLost told of spans that no collector took */
  constructor(settings: TraceSettings, process: Attributes, onLost: (spans: number, why: string) => void) {
    this.#settings = settings;
    this.#process = process;
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.#send(), EVERY_MS).unref();
  }

  get share(): number {
    return this.#settings.share;
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MOST_WAITING) this.#dropped += 1;
    else this.#waiting.push(span);
    if (this.#waiting.length >= AT_ONCE) this.#send();
  }

  /** Sends what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    while (this.#waiting.length > 0) {
      this.#send();
      await this.#sending;
    }
  }

  #send(): void {
    if (this.#dropped > 0) this.#onLost(this.#dropped, 'more came than a collector took');
    this.#dropped = 0;
    if (this.#sending !== null || this.#waiting.length === 0) return;
    const spans = this.#waiting.splice(0, AT_ONCE);
    this.#sending = this.#call(spans)
      .catch((cause: unknown) =>
        this.#onLost(spans.length, cause instanceof Error ? cause.message : String(cause)),
      )
      .finally(() => {
        this.#sending = null;
      });
  }

  async #call(spans: readonly EndedSpan[]): Promise<void> {
    const answer = await fetch(`${this.#settings.endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#settings.headers },
      body: JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: attributesOf(this.#process) },
            scopeSpans: [{ scope: { name: 'placard' }, spans: spans.map(written) }],
          },
        ],
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the collector answered with ${answer.status}`);
  }
}
