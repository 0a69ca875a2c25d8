/** "2026-03-01" → "March 2026" */
export function monthName(month: string): string {
  const format = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}T00:00:00Z`));
}
