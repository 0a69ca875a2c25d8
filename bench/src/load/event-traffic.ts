import { TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { type EventSpec, type World, writeEvent } from '../../../apps/server/src/settlement/testing/world.ts';

const COUNTRIES = ['DE', 'US', 'FR', 'GB', 'IN', 'BR', 'JP', 'ES', 'IT', 'PL', 'NL', 'SE'];
const DECISIONS_PER_SECOND = 15_000;
const VIEWABLE_RATE = 0.65;
const CLICK_RATE = 0.004;
const REPEAT_RATE = 0.01;

/**
 * Events as a busy network's processes spool them: impressions in the order of the decisions, viewable impressions a
 * second and more later among those of later decisions, some clicks, some repeats. A few ad sets and widgets have most
 * of the traffic. The same arguments give the same bytes.
 */
export function makeTraffic(options: {
  readonly world: World;
  readonly events: number;
  readonly shard: number;
  /** When the first decision is made; whole minutes. */
  readonly startMs: number;
}): Buffer {
  const random = seededRandom(options.startMs);
  const { world } = options;
  const body = Buffer.alloc(options.events * TOKEN_EVENT_BYTES);
  // Later events of decisions made before, by the number of the decision at which they are due.
  const due = new Map<number, EventSpec[]>();
  let written = 0;
  const write = (event: EventSpec) => {
    if (written === options.events) return;
    writeEvent(body, written * TOKEN_EVENT_BYTES, event);
    written += 1;
  };
  const later = (decision: number, seconds: number, event: EventSpec) => {
    const at = decision + Math.floor(seconds * DECISIONS_PER_SECOND);
    const waiting = due.get(at);
    const delayed = { ...event, eventAtMs: event.decidedAtMs + Math.floor(seconds * 1000) };
    if (waiting === undefined) due.set(at, [delayed]);
    else waiting.push(delayed);
  };
  for (let decision = 0; written < options.events; decision += 1) {
    const decidedAtMs = options.startMs + Math.floor((decision / DECISIONS_PER_SECOND) * 1000);
    const adSet = world.adSets[skewed(random(), world.adSets.length)];
    const widget = world.widgets[skewed(random(), world.widgets.length)];
    const event: EventSpec = {
      kind: 'impression',
      decidedAtMs,
      eventAtMs: decidedAtMs + 200,
      shard: options.shard,
      sequence: decision - Math.floor(decision / (DECISIONS_PER_SECOND * 60)) * DECISIONS_PER_SECOND * 60,
      adSetId: adSet?.id ?? 0,
      widgetId: widget?.id ?? 0,
      creativeId: (adSet?.id ?? 0) * 2 + (decision % 2),
      priceMicros: 1_234_567 + ((adSet?.id ?? 0) % 7) * 100_003,
      viewer: Math.floor(random() * 2 ** 31),
      country: COUNTRIES[skewed(random(), COUNTRIES.length)] ?? 'DE',
      device: random() < 0.6 ? 2 : 1,
    };
    write(event);
    if (random() < VIEWABLE_RATE) later(decision, 1.2 + random() * 3, { ...event, kind: 'viewable' });
    if (random() < CLICK_RATE) later(decision, 2 + random() * 4, { ...event, kind: 'click' });
    if (random() < REPEAT_RATE) later(decision, 0.5, event);
    for (const waiting of due.get(decision) ?? []) write(waiting);
    due.delete(decision);
  }
  return body;
}

/** An index in which small ones are much more likely than large ones. */
function skewed(random: number, length: number): number {
  return Math.min(length - 1, Math.floor(length * random ** 3));
}
