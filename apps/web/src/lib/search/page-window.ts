/** Page numbers to offer: the first, the last, and those around the present one; `null` is a gap. At most seven entries. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const start = Math.max(2, Math.min(page - 1, pages - 4));
  const end = Math.min(pages - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  return [1, ...(start > 2 ? [null] : []), ...middle, ...(end < pages - 1 ? [null] : []), pages];
}

/**
 * The page to go to instead of one that lies beyond the end: of an old link, or emptied by what was done to its rows.
 * @returns null where it is not known, or where there is another reason for no rows: it never leads onwards
 */
export function lastPageInstead(
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  answer: { readonly items: readonly unknown[]; readonly total: number },
): number | null {
  if (answer.items.length > 0 || answer.total === 0) return null;
  const last = Math.ceil(answer.total / pageSize);
  return page > last ? last : null;
}
