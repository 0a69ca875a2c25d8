import type { MessageValue } from './format.ts';

/**
 * Hebrew, Arabic, the scripts between and beside them, and the older forms of their letters; half of a pair for those beyond; and marks that turn
 * round what follows without being seen.
 */
const TO_THE_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** A part that is set apart and ends, and such marks outside of one: a stray one would reach beyond the name, or end what it is set apart by. */
const PART_OR_MARK = /([\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]*\u2069)|[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name that is written to the left, set apart, so that it turns round nothing of what stands around it. No name has marks of direction;
 * a line of a bank or a browser's word for itself may.
 */
export function setApart<Value extends MessageValue>(value: Value): Value | string {
  return TO_THE_LEFT.test(`${value}`) ? `\u2068${`${value}`.replace(PART_OR_MARK, '$1')}\u2069` : value;
}

/** What a message is filled with, each set apart. */
export function allSetApart(values: Readonly<Record<string, MessageValue>>): Record<string, MessageValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, setApart(value)]));
}
