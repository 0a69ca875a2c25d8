export type ExportFormat = 'csv' | 'sepa';

type Exportable = { readonly currency: string; readonly method: string };

/** SEPA moves euros between bank accounts and nothing else: where it would be refused it is not offered. */
export function exportFormatsOf(rows: readonly Exportable[]): readonly ExportFormat[] {
  const sepa =
    rows.length > 0 && rows.every((row) => row.currency === 'EUR' && row.method === 'bank_transfer');
  return sepa ? ['sepa', 'csv'] : ['csv'];
}
