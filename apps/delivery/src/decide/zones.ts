import { localTimeAt } from '@placard/domain/targeting/local-time';
import { DAY_MS } from '@placard/domain/time-zone';

/** The present minute of one time zone; kept up to date in place, so that a gate reads three numbers. */
export type ZoneState = {
  readonly name: string;
  dayNumber: number;
  minuteOfDay: number;
  isoWeekday: number;
  /** Changes with every minute. */
  stamp: number;
};

const MINUTE_MS = 60_000;

export class Zones {
  private readonly states = new Map<string, ZoneState>();
  private minute = -1;
  private unread = this.states.keys();

  /** The zone's state; one that the runtime does not know reads as UTC. */
  of(name: string): ZoneState {
    let state = this.states.get(name);
    if (state === undefined) {
      state = { name, dayNumber: 0, minuteOfDay: 0, isoWeekday: 1, stamp: -1 };
      this.states.set(name, state);
      if (this.minute >= 0) update(state, this.minute);
    }
    return state;
  }

  /** Sets the clock of all zones; costs nothing within the same minute. */
  at(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    for (const state of this.states.values()) update(state, minute);
  }

  /**
   * Reads what one of the zones needs from tomorrow on, another one with each call: a zone's changes of clocks take a
   * millisecond to read, and a decision that needed those of four hundred zones at once would hold up all others.
   */
  readAhead(nowMs: number): void {
    const next = this.unread.next();
    if (next.done) this.unread = this.states.keys();
    else localTimeOr(next.value, nowMs + DAY_MS);
  }

  /** When the present minute ends, epoch ms. */
  get minuteEndMs(): number {
    return (this.minute + 1) * MINUTE_MS;
  }
}

function update(state: ZoneState, minute: number): void {
  const local = localTimeOr(state.name, minute * MINUTE_MS);
  state.dayNumber = local.dayNumber;
  state.minuteOfDay = local.minuteOfDay;
  state.isoWeekday = local.isoWeekday;
  state.stamp = minute;
}

function localTimeOr(zone: string, epochMs: number): ReturnType<typeof localTimeAt> {
  try {
    return localTimeAt(zone, epochMs);
  } catch (error) {
    if (error instanceof RangeError) return localTimeAt('UTC', epochMs);
    throw error;
  }
}
