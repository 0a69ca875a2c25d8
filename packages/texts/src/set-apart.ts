import type { MessageValue } from './format.ts';

/** Hebrew, Arabic, the scripts between and beside them, and the older forms of their letters; half of a pair for those beyond. */
const TO_THE_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** A name that is written to the left, set apart, so that it turns round nothing of what stands around it. */
export function setApart<Value extends MessageValue>(value: Value): Value | string {
  return TO_THE_LEFT.test(`${value}`) ? `\u2068${value}\u2069` : value;
}

/** What a message is filled with, each set apart. */
export function allSetApart(values: Readonly<Record<string, MessageValue>>): Record<string, MessageValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, setApart(value)]));
}
