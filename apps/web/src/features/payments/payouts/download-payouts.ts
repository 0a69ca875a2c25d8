import { fetchFile } from '../../../lib/api/download.ts';
import { downloadFile } from '../../../ui/table/csv.ts';
import type { ExportFormat } from './export-formats.ts';

/** Fetches the batch and hands the file to the browser. */
export async function downloadPayouts(ids: readonly number[], format: ExportFormat): Promise<void> {
  const { name, content } = await fetchFile('/operator/payouts/export', { ids, format });
  downloadFile(name, content);
}
