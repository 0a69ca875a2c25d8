import { localDayNumberAt, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import type { RollupPlace } from './fact-tables.ts';
import { startOfLocalHourMs } from './periods.ts';
import type { RollupScope } from './rollup-sets.ts';
import type { RollupState, RollupStates } from './rollup-state.ts';

const NOWHERE: RollupPlace = { epoch: 0, day: 0, hourSeconds: 0 };

type Found = { quarter: number; place: RollupPlace };

/**
 * Places facts in the rollups: by what is known of their owners, and nowhere where a builder will take them. For one range: what is known
 * of an owner must not change meanwhile.
 */
export class RollupPlaces {
  readonly #states: RollupStates;
  /** Where each owner's last fact belonged: the next one is mostly of the same quarter, and this is asked for each fact. */
  readonly #last: Readonly<Record<RollupScope, Map<number, Found>>> = {
    advertiser: new Map(),
    publisher: new Map(),
    network: new Map(),
  };
  // A range has few quarters of an hour, each for thousands of facts.
  readonly #known = new Map<RollupState, Map<number, RollupPlace>>();

  constructor(states: RollupStates) {
    this.#states = states;
  }

  /** @param owner 0 for nobody's facts, and the network's */
  of(scope: RollupScope, owner: number, quarter: number): RollupPlace {
    const last = this.#last[scope].get(owner);
    if (last?.quarter === quarter) return last.place;
    const place = this.#find(scope, owner, quarter);
    if (last === undefined) this.#last[scope].set(owner, { quarter, place });
    else Object.assign(last, { quarter, place });
    return place;
  }

  #find(scope: RollupScope, owner: number, quarter: number): RollupPlace {
    if (owner === 0 && scope !== 'network') return NOWHERE;
    const state = this.#states.placing(scope, owner);
    if (state === undefined) return NOWHERE;
    let quarters = this.#known.get(state);
    if (quarters === undefined) {
      quarters = new Map();
      this.#known.set(state, quarters);
    }
    let place = quarters.get(quarter);
    if (place === undefined) {
      place = placeOf(state, quarter * QUARTER_HOUR_MS);
      quarters.set(quarter, place);
    }
    return place;
  }
}

function placeOf({ epoch, timeZone, builtTo }: RollupState, epochMs: number): RollupPlace {
  const day = localDayNumberAt(timeZone, epochMs);
  if (day >= builtTo) return NOWHERE;
  return { epoch, day, hourSeconds: startOfLocalHourMs(timeZone, epochMs) / 1_000 };
}
