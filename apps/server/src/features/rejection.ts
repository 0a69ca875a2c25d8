/** Why it was rejected, as its row keeps it; `null` where it was not. */
export function rejectionOf<Code>(row: {
  readonly rejection_code: Code | null;
  readonly rejection_text: string | null;
}): { code: Code; text: string } | null {
  return row.rejection_code === null ? null : { code: row.rejection_code, text: row.rejection_text ?? '' };
}
