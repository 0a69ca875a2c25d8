/** Something about the embedded PostgreSQL that a person has to mend. The message is one for people and says how. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
