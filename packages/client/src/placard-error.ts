/** What the API refused, or could not do. */
export class PlacardError extends Error {
  /** `conflict_version`, `invalid_input`: the documentation of the operation has them all. */
  readonly code: string;
  /** 0: there was no answer. */
  readonly status: number;
  /** The fields at fault. */
  readonly issues: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** After so many seconds it is worth another try. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    facts: Pick<PlacardError, 'code' | 'status'> &
      Partial<Pick<PlacardError, 'issues' | 'retryAfterSeconds'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PlacardError';
    this.code = facts.code;
    this.status = facts.status;
    this.issues = facts.issues ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}
