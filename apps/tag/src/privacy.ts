type Privacy = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Global Privacy Control and Do Not Track: nothing is written to or read from the browser. */
export function refused(): boolean {
  // '1' where it is wanted, '0' or nothing where it is not.
  return (navigator as Privacy).globalPrivacyControl || ((navigator as Privacy).doNotTrack as never) > 0;
}
