type Privacy = { readonly globalPrivacyControl?: boolean; readonly doNotTrack?: string | null };

/** Global Privacy Control and Do Not Track: nothing is written to or read from the browser. */
export function refused(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Privacy;
  return globalPrivacyControl || doNotTrack === '1';
}
