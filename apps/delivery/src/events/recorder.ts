import { TOKEN_EVENT_BYTES, writeTokenEvent } from '@placard/contract/wire/event-record';
import type { EventKind } from '@placard/domain/event-kind';
import type { FilterReason } from '@placard/domain/filter-reason';
import type { TokenKeys } from '../decide/token.ts';
import type { EventSamples, Sender } from './event-samples.ts';
import { ImpressionLimits } from './impression-limits.ts';
import { filterReasonOf, kindCodeOf, type RequestSigns, reasonCodeOf } from './judge.ts';
import type { Spool, Written } from './spool.ts';

/** Forged tokens beyond this many a second are counted, not stored: anyone can make them. */
const FORGED_A_SECOND = 100;

/** Judges events and puts them into the spool. */
export class Recorder {
  private readonly spool: Spool;
  private readonly keys: TokenKeys;
  private readonly shard: number;
  private readonly samples: EventSamples;
  /** A post tells an impression and the viewable one of the same ad: each kind has its ladder. */
  private readonly limits = { impression: new ImpressionLimits(), viewable: new ImpressionLimits() };
  private forgedSecond = 0;
  private forgedInSecond = 0;
  /** For /metrics. */
  readonly byReason = new Map<FilterReason | 'accepted', number>();
  forgedDropped = 0;
  events = 0;
  filtered = 0;

  constructor(parts: {
    readonly spool: Spool;
    readonly keys: TokenKeys;
    readonly shard: number;
    readonly samples: EventSamples;
  }) {
    this.spool = parts.spool;
    this.keys = parts.keys;
    this.shard = parts.shard;
    this.samples = parts.samples;
  }

  /**
   * @param event `viewerHash` is called after the token was checked, so that its bytes may be reused.
   * @returns false when the spool takes nothing now.
   */
  add(
    kind: EventKind,
    token: string,
    event: {
      readonly nowMs: number;
      readonly viewerHash: Buffer;
      readonly signs: (widgetId: number) => RequestSigns;
      /** Asked only for the few that are kept. */
      readonly sender: () => Sender;
    },
  ): boolean {
    const checked = this.keys.check(token);
    const signs = event.signs(checked?.payload.widgetId ?? 0);
    const found = filterReasonOf(kind, checked?.payload ?? null, { nowMs: event.nowMs, signs });
    const reason = found ?? this.limitReason(kind, event);
    this.byReason.set(reason ?? 'accepted', (this.byReason.get(reason ?? 'accepted') ?? 0) + 1);
    this.events += 1;
    if (reason !== null) this.filtered += 1;
    this.samples.see(kind, { nowMs: event.nowMs, reason, decision: checked?.payload ?? null }, event.sender);
    if (checked === null && !this.admitForged(event.nowMs)) return true;
    const at = this.spool.reserve(TOKEN_EVENT_BYTES, 1);
    if (at < 0) return false;
    writeTokenEvent(this.spool.buffer, at, {
      kind: kindCodeOf(kind),
      reason: reasonCodeOf(reason),
      eventAtMs: event.nowMs,
      viewerHash: event.viewerHash,
      payload: checked?.payloadBytes ?? null,
      otherClock: checked !== null && checked.payload.shard !== this.shard,
    });
    return true;
  }

  /** Clicks have a ladder in settlement, which remembers them for a day. */
  private limitReason(
    kind: EventKind,
    { viewerHash, nowMs }: { readonly viewerHash: Buffer; readonly nowMs: number },
  ): FilterReason | null {
    if (kind === 'click') return null;
    return this.limits[kind].take(viewerHash, nowMs) ? null : 'rate_limit';
  }

  /** Keeps the next `count` events together: they are stored whole or not at all. */
  gather(count: number): boolean {
    return this.spool.gather(count * TOKEN_EVENT_BYTES);
  }

  /** Calls back once everything added so far is on disk, or is known not to be. */
  whenWritten(written: Written): void {
    this.spool.whenWritten(written);
  }

  private admitForged(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1_000);
    if (second !== this.forgedSecond) {
      this.forgedSecond = second;
      this.forgedInSecond = 0;
    }
    this.forgedInSecond += 1;
    if (this.forgedInSecond <= FORGED_A_SECOND) return true;
    this.forgedDropped += 1;
    return false;
  }
}
