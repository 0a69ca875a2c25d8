import { useTexts } from '../../../i18n/texts.ts';
import { api } from '../../../lib/api/api.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { networkDocumentsTexts } from './texts.ts';

/** Fetches a document as PDF and saves it. */
export function useDownload(): (number: number) => Promise<void> {
  const t = useTexts(networkDocumentsTexts);
  return async (number) => {
    try {
      downloadFile(await api.operator.documentPdf({ number }));
    } catch (error) {
      toast.failure(failureText(t('downloadFailed'), error));
    }
  };
}
