import { Button } from '@mantine/core';
import { brokenDownBy, type ReportAsked } from '@placard/domain/analytics/report-asked';
import { REPORT_FILE_FORMATS, type ReportFileFormat } from '@placard/domain/analytics/report-file';
import { readSort } from '@placard/domain/analytics/report-question';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Fault } from '../../ui/fault.tsx';
import { type FileProgress, readInPieces } from './read-in-pieces.ts';
import { reportFileTexts } from './report-file-texts.ts';
import { type ReportSource, textsOf } from './use-report.ts';

/** What a file of all rows of the breakdown is asked by. */
function fileQuestion(source: ReportSource, asked: ReportAsked, text: string | undefined) {
  const { from, to } = asked;
  const sort = readSort(text);
  const by = brokenDownBy(asked);
  const isShown =
    source.metrics.some((metric) => metric === sort?.key) || by.some((one) => one === sort?.key);
  const { metrics, filter, sort: order } = textsOf(source, asked, { sort: isShown ? sort : null });
  return {
    ...{ from, to, metrics, by: by.join() },
    ...(filter === undefined ? {} : { filter }),
    ...(order === undefined ? {} : { sort: order }),
  };
}

/** All rows of the breakdown as a file: how far it is, and a way to stop it. */
export default function ReportFileDialog({
  source,
  asked,
  sort,
  onClose,
}: {
  source: ReportSource;
  asked: ReportAsked;
  sort: string | undefined;
  onClose: () => void;
}) {
  const t = useTexts(reportFileTexts);
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // Nobody waits for it once the dialog is gone.
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: ReportFileFormat) => {
    const cancelled = new AbortController();
    running.current = cancelled;
    const { signal } = cancelled;
    setFault(null);
    setProgress({ rows: 0, total: 0 });
    try {
      const question = { ...fileQuestion(source, asked, sort), format };
      downloadFile(await source.file(question, { signal, readFile: readInPieces(setProgress) }));
      toast.success(t('saved'));
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      setFault(refusalOf(error, t('failed')));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="stack gap-16">
        <p className="muted">{t('text')}</p>
        {fault !== null && <Fault>{fault}</Fault>}
        {progress === null ? (
          <div className="row wrap gap-8">
            {REPORT_FILE_FORMATS.map((format) => (
              <Button key={format} variant="default" onClick={() => void run(format)}>
                {t(`format.${format}`)}
              </Button>
            ))}
          </div>
        ) : (
          <Progress progress={progress} onCancel={() => running.current?.abort()} />
        )}
      </div>
    </Dialog>
  );
}

function Progress({ progress, onCancel }: { progress: FileProgress; onCancel: () => void }) {
  const t = useTexts(reportFileTexts);
  const { rows, total } = progress;
  const counted = total > 0;
  return (
    <div className="stack gap-8">
      <progress
        className="full-width"
        aria-label={t('title')}
        {...(counted ? { value: rows, max: total } : {})}
      />
      <div className="row wrap between gap-8">
        <span role="status">{counted ? t('progress', { rows, total }) : t('collecting')}</span>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
