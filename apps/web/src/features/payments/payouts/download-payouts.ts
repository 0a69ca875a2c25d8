import { api } from '../../../lib/api/api.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import type { ExportFormat } from './export-formats.ts';

/** Fetches the batch and hands the file to the browser. */
export async function downloadPayouts(ids: readonly number[], format: ExportFormat): Promise<void> {
  downloadFile(await api.payouts.exportBatch({ ids: [...ids], format }));
}
