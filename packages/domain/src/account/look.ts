/** An operator looks at an account's dashboard as its members see it: it ends by itself after so long. */
export const LOOK_MS = 30 * 60_000;
/** Why somebody looks: the account reads it. */
export const LOOK_REASON = { min: 3, max: 200 } as const;
/** So many of the newest are listed to the account. */
export const LOOKS_LISTED = 50;

/** 256 bits as base64url are 43 letters; the prefix tells it from a session's token and an API key. */
export const LOOK_PREFIX = 'look_';
const LOOK_SHAPE = /^look_[A-Za-z0-9_-]{43}$/;

export function isLookToken(token: string): boolean {
  return LOOK_SHAPE.test(token);
}

/** By what a look ended: a button, its time, the operator's next look, or the end of the operator's session. */
export const LOOK_ENDS = ['ended', 'time', 'next_look', 'signed_out'] as const;
export type LookEnd = (typeof LOOK_ENDS)[number];
