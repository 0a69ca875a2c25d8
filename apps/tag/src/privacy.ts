type Privacy = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Global Privacy Control and Do Not Track: nothing is written to or read from the browser. */
export function refused(): boolean {
  return (navigator as Privacy).globalPrivacyControl || (navigator as Privacy).doNotTrack === '1';
}
