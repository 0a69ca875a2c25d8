/** What has no record, a view that nobody filled, is numbered 0. */
const RECORD_ID = /^[1-9]\d*$/;

export function recordIdOf(value: string | undefined): number | null {
  return value !== undefined && RECORD_ID.test(value) ? Number(value) : null;
}
