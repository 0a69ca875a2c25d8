import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { toast } from '../../lib/toast-store.ts';
import control from '../control.module.css';
import { useTimeZone } from '../date-time.tsx';
import { downloadFile } from '../download-file.ts';
import { useCurrency } from '../money.tsx';
import type { Column, ListPage } from './column.ts';

/** Exports everything that the list shows now, page by page, with its progress; it can be cancelled. */
export function CsvButton<Row>({
  name,
  columns,
  fetchPage,
}: {
  name: string;
  columns: readonly Column<Row>[];
  fetchPage: (page: { page: number; pageSize: number }) => Promise<ListPage<Row>>;
}) {
  const t = useTexts(uiTexts);
  const timeZone = useTimeZone();
  const currency = useCurrency();
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const cancelled = useRef(false);

  const run = async () => {
    cancelled.current = false;
    setProgress({ count: 0, total: 0 });
    try {
      // Fetched by whoever wants a file: few do.
      const { listFile } = await import('./list-csv.ts');
      const reader = { language: currentLocale(), timeZone, currency };
      const file = await listFile({ name, columns, fetchPage, reader, onProgress: setProgress, cancelled });
      if (file !== null) downloadFile(file);
    } catch {
      toast.failure(t('table.exportFailed'));
    } finally {
      setProgress(null);
    }
  };

  if (progress === null) {
    return (
      <button type="button" className={control.button} onClick={() => void run()}>
        <Download size={16} aria-hidden />
        {t('table.export')}
      </button>
    );
  }
  return (
    <span className={control.field} role="status">
      <progress value={progress.count} max={Math.max(1, progress.total)} />
      {t('table.exporting', progress)}
      <button
        type="button"
        className={`icon-button small ${control.icon}`}
        aria-label={t('table.cancelExport')}
        onClick={() => {
          cancelled.current = true;
        }}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
