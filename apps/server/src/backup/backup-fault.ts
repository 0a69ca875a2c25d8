/** Why a backup was not made or not restored, in a sentence that says what to do. */
export class BackupFault extends Error {
  override name = 'BackupFault';
}
