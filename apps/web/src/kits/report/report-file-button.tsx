import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import control from '../../ui/control.module.css';
import { quietPart } from '../../ui/lazy-part.tsx';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

const ReportFileDialog = quietPart(() => import('./report-file-dialog.tsx'));

/** Opens the dialog that fetches all rows, beyond those that a table holds. */
export function ReportFileButton({
  source,
  asked,
  sort,
}: {
  source: ReportSource;
  asked: ReportAsked;
  sort: string | undefined;
}) {
  const t = useTexts(reportTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={control.button} onClick={() => setOpen(true)}>
        <Download size={16} aria-hidden />
        {t('allRows')}
      </button>
      {open && <ReportFileDialog source={source} asked={asked} sort={sort} onClose={() => setOpen(false)} />}
    </>
  );
}
