import { Download } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMonth } from '../../lib/format/time-format.ts';
import { sheetOf } from '../../lib/sheet-of.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { statementTexts } from './texts.ts';

type Give = () => Promise<File>;

/** A statement as each kind of file. */
export function StatementDownloads({ month, pdf, csv }: { month: string; pdf: Give; csv: Give }) {
  const sheet = async () => await sheetOf(await csv(), ['amount', 'withheld_tax']);
  return (
    <>
      <DownloadButton month={month} kind="pdf" give={pdf} />
      <DownloadButton month={month} kind="csv" give={sheet} />
    </>
  );
}

function DownloadButton({ month, kind, give }: { month: string; kind: 'pdf' | 'csv'; give: Give }) {
  const t = useTexts(statementTexts);
  const [busy, run] = useBusy();
  const download = async () => {
    try {
      downloadFile(await give());
    } catch (error) {
      toast.failure(failureText(t('failed'), error));
    }
  };
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      leftSection={<Download size={14} aria-hidden />}
      aria-label={t(`${kind}Of`, { month: formatMonth(month) })}
      busy={busy}
      busyLabel={t('downloading')}
      onClick={() => void run(download)}
    >
      {t(kind)}
    </BusyButton>
  );
}
