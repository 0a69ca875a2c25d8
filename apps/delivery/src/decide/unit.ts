import type { Schedule } from '@placard/domain/targeting/schedule';
import type { Allowance } from './allowance.ts';
import type { ZoneState } from './zones.ts';

/** What delivery must know of a creative to show it. */
export type ShownCreative = {
  readonly id: number;
  /** Host of the click URL, lower case; `null` where there is none. */
  readonly advertiserHost: string | null;
  /** Its members of the answer with those of its size and its ad set: `,"w":300,"h":250,"s":"/i/…","a":"…","c":[7,3]`. */
  readonly json: string;
};

/** One version of an ad set: an edit makes a new one. */
export type ShownAdSet = {
  readonly id: number;
  readonly advertiserId: number;
  readonly schedule: Schedule;
  readonly zone: ZoneState;
  /** The campaign's; NO_CATEGORY where it names none. */
  readonly category: string;
  readonly priceMicros: number;
  /** Places of the network's card of minimum bids that the price falls short of, a bit each. */
  readonly belowPlaces: number;
  /** TOKEN_FLAG_CPC or 0. */
  readonly flags: number;
  /** 0 = no cap. */
  readonly capPerDay: number;
  readonly allowance: Allowance;
  /** The index's for it; -1 before it stands there, and once a newer version exists or it may no longer be shown. */
  number: number;
  /** Minute of the zone for which `open` was answered. */
  openStamp: number;
  open: boolean;
};

/** An ad set in one size, with its creatives of that size: what competes in the auction. */
export type Unit = {
  readonly adSet: ShownAdSet;
  readonly creatives: readonly ShownCreative[];
  readonly ecpmMicros: number;
  /** What it may be worth as far as anybody knows; `ecpmMicros` and more. */
  readonly hopeMicros: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Some creative is new: it takes part in the learning share. */
  readonly learning: boolean;
};
