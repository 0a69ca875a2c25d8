import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type Attributes, TraceSender } from './trace-sender.ts';
import type { TraceSettings } from './trace-settings.ts';

/** Of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;

/** What a span may be told while it runs. */
export type Span = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** It went wrong, though nothing was thrown. */
  fail(): void;
  /** Nothing was done: it is not worth telling. */
  forget(): void;
};

type Place = { readonly traceId: string; readonly spanId: string; readonly taken: boolean };

let sender: TraceSender | null = null;
const places = new AsyncLocalStorage<Place>();
const UNHEARD: Span = { rename: () => {}, set: () => {}, fail: () => {}, forget: () => {} };

/** W3C Trace Context, version 0 or what reads like it. */
const PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;

/** Whether a trace is among the share that is taken: its id says so, to every process alike. */
const isTaken = (traceId: string, share: number) => Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;

/** Time since 1970 that does not jump while a span runs. */
const nowMs = () => performance.timeOrigin + performance.now();

function placeOf(parent: string | undefined, share: number): Place & { readonly parentSpanId?: string } {
  const spanId = randomBytes(8).toString('hex');
  const above = places.getStore();
  if (above !== undefined)
    return { traceId: above.traceId, spanId, parentSpanId: above.spanId, taken: above.taken };
  const [, traceId, parentSpanId] = PARENT.exec(parent ?? '') ?? [];
  if (traceId !== undefined && parentSpanId !== undefined)
    return { traceId, spanId, parentSpanId, taken: isTaken(traceId, share) };
  const own = randomBytes(16).toString('hex');
  return { traceId: own, spanId, taken: isTaken(own, share) };
}

/** Of a failure its kind alone: what it says may hold what somebody sent. */
function kindOf(cause: unknown): Attributes {
  if (!(cause instanceof Error)) return { 'error.type': typeof cause };
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  return { 'error.type': code };
}

/**
 * Runs `work` as a span of a trace: below the one that it is called in, or below that of `parent`, or of a new trace. Where traces are sent
 * nowhere it runs as it is.
 * @param options.parent header `traceparent` of whoever asked
 */
export async function traced<Result>(
  name: string,
  options: {
    readonly kind?: keyof typeof KINDS;
    readonly parent?: string | undefined;
    readonly attributes?: Attributes;
  },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const to = sender;
  if (to === null) return await work(UNHEARD);
  const { taken, ...place } = placeOf(options.parent, to.share);
  if (!taken) return await places.run({ ...place, taken }, async () => await work(UNHEARD));
  const told = { name, attributes: { ...options.attributes } as Attributes, failed: false, forgotten: false };
  const startMs = nowMs();
  const span: Span = {
    rename: (to) => {
      told.name = to;
    },
    set: (attributes) => {
      told.attributes = { ...told.attributes, ...attributes };
    },
    fail: () => {
      told.failed = true;
    },
    forget: () => {
      told.forgotten = true;
    },
  };
  try {
    return await places.run({ ...place, taken }, async () => await work(span));
  } catch (cause) {
    span.fail();
    span.set(kindOf(cause));
    throw cause;
  } finally {
    const { forgotten, ...rest } = told;
    const kind = KINDS[options.kind ?? 'internal'];
    if (!forgotten) to.add({ ...place, ...rest, kind, startMs, endMs: nowMs() });
  }
}

/** A statement that has just ended, as a span of whatever asked for it; what nobody's span asked for is not told. @param sql with `$1` for values */
export function noteStatement(sql: string, tookMs: number, failed: boolean): void {
  const above = places.getStore();
  if (sender === null || above === undefined || !above.taken) return;
  const endMs = nowMs();
  sender.add({
    ...{ traceId: above.traceId, spanId: randomBytes(8).toString('hex'), parentSpanId: above.spanId },
    ...{ name: (/^\w+/.exec(sql)?.[0] ?? 'sql').toUpperCase(), kind: KINDS.client, failed },
    ...{ startMs: endMs - tookMs, endMs },
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, 2_000) },
  });
}

/** Whether traces are sent: whoever measures for them need not otherwise. */
export const tracesAreSent = (): boolean => sender !== null;

const LOST_TOLD_EVERY_MS = 60_000;

/**
 * From now on this process sends its traces, where a collector is set. @param service `placard-server`
 * @param onLost told at most once a minute
 */
export function startTraces(
  settings: TraceSettings | null,
  service: string,
  onLost: (lost: { readonly spans: number; readonly why: string }) => void,
): { stop(): Promise<void> } {
  if (settings === null) return { stop: async () => {} };
  let [spans, why, toldMs] = [0, '', Number.NEGATIVE_INFINITY];
  const tell = () => {
    if (spans > 0) onLost({ spans, why });
    [spans, toldMs] = [0, performance.now()];
  };
  const own = new TraceSender(
    settings,
    { 'service.name': service, 'service.namespace': 'placard', 'process.pid': process.pid },
    (lost, because) => {
      [spans, why] = [spans + lost, because];
      if (performance.now() - toldMs >= LOST_TOLD_EVERY_MS) tell();
    },
  );
  sender = own;
  return {
    stop: async () => {
      if (sender === own) sender = null;
      await own.stop();
      tell();
    },
  };
}
