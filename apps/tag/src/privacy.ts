type Privacy = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Global Privacy Control and Do Not Track: nothing is written to or read from the browser. */
export function refused(): unknown {
  // '1' where it is wanted, '0' or nothing where it is not. No comparison: the minifier turns those round, and `undefined` is neither more nor less.
  return (navigator as Privacy).globalPrivacyControl || +((navigator as Privacy).doNotTrack as string);
}
