import type { BulkReport } from '@placard/contract/campaign-bulk';
import { useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/faults/api-error.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { sheetOf } from '../../../lib/sheet-of.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { Fault } from '../../../ui/fault.tsx';
import { Notice } from '../../../ui/form/field-layout.tsx';
import { useCurrency } from '../../../ui/money.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { BulkRows } from './bulk-rows.tsx';
import { bulkTexts, ruleWords } from './bulk-texts.ts';
import { decodedText } from './file-text.ts';

type Checked = { readonly csv: string; readonly report: BulkReport; readonly idempotencyKey: string };

/** A file, what it would do, and only then its saving. */
export default function BulkDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(bulkTexts);
  const currency = useCurrency();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, run] = useBusy();
  /** Chosen while another file is checked or saved: its turn comes then. */
  const next = useRef<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const check = async (file: File) => {
    setChecked(null);
    setFault(null);
    try {
      const csv = decodedText(new Uint8Array(await file.arrayBuffer()));
      if (csv === null) {
        setFault(t('encoding'));
        return;
      }
      setChecked({
        csv,
        report: await api.campaigns.checkBulk({ csv }),
        idempotencyKey: newIdempotencyKey(),
      });
    } catch (error) {
      setFault(fileFault(error, currency) ?? failureText(t('checkFailed'), error));
    }
  };
  /** After `work` what was chosen meanwhile, the last choice only. */
  const runAndCheck = (work: () => Promise<void>) =>
    run(async () => {
      await work();
      while (next.current !== null) {
        const file = next.current;
        next.current = null;
        await check(file);
      }
    });
  return (
    <Dialog title={t('title')} size="xl" onClose={onClose}>
      <div className="stack gap-16">
        <p className="muted">{t('text')}</p>
        <div className="flex wrap gap-8">
          <DownloadButton />
          <BusyButton
            busy={busy}
            busyLabel={t(checked === null ? 'checking' : 'file')}
            variant="default"
            leftSection={<FileUp size={16} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('file')}
          </BusyButton>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('file')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) {
              next.current = file;
              void runAndCheck(async () => undefined);
            }
            // The same file, changed meanwhile, can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        {fault !== null && <Fault>{fault}</Fault>}
        {checked !== null && (
          <Outcome
            checked={checked}
            busy={busy}
            run={(save) => void runAndCheck(save)}
            onChecked={setChecked}
            onDone={() => {
              if (next.current === null) onClose();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What is wrong with the file as a whole, in the reader's language. */
function fileFault(error: unknown, currency: string): string | null {
  if (!(error instanceof ApiError) || error.issues.length === 0) return null;
  return error.issues
    .map(({ path, code, message }) => ruleWords(code ?? '', message, currency, path.slice('csv.'.length)))
    .join(' ');
}

function DownloadButton() {
  const t = useTexts(bulkTexts);
  const [busy, run] = useBusy();
  const download = async () => {
    try {
      downloadFile(await sheetOf(await api.campaigns.bulkFile(undefined), ['totalBudget', 'dailyBudget']));
    } catch (error) {
      toast.failure(failureText(t('downloadFailed'), error));
    }
  };
  return (
    <BusyButton
      variant="default"
      busy={busy}
      busyLabel={t('downloading')}
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => void run(download)}
    >
      {t('download')}
    </BusyButton>
  );
}

function Outcome({
  checked,
  busy,
  run,
  onChecked,
  onDone,
}: {
  checked: Checked;
  busy: boolean;
  run: (save: () => Promise<void>) => void;
  onChecked: (checked: Checked) => void;
  onDone: () => void;
}) {
  const t = useTexts(bulkTexts);
  const client = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const { csv, report, idempotencyKey } = checked;
  const { changed, same, failed } = report;
  const pauses = report.rows.filter((row) => row.pauses).length;
  const save = async () => {
    setFault(null);
    try {
      const mode = failed === 0 ? 'all' : 'valid';
      const done = await api.campaigns.applyBulk({ csv, mode }, { idempotencyKey });
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      if (!done.applied) {
        onChecked({ csv, report: done, idempotencyKey: newIdempotencyKey() });
        setFault(t('notSaved'));
        return;
      }
      toast.success(t('saved', { count: done.changed }));
      onDone();
    } catch (error) {
      setFault(failureText(t('saveFailed'), error));
    }
  };
  return (
    <>
      <p role="status" className="semibold">
        {t('summary', { changed, same, failed })}
      </p>
      {pauses > 0 && <Notice tone="warn">{t('pauses', { count: pauses })}</Notice>}
      <BulkRows rows={report.rows} />
      {fault !== null && <Fault>{fault}</Fault>}
      {changed > 0 && (
        <div className="flex wrap justify-end gap-8">
          <BusyButton busy={busy} busyLabel={t('saving')} onClick={() => run(save)}>
            {t(failed === 0 ? 'save' : 'saveValid', { count: changed })}
          </BusyButton>
        </div>
      )}
    </>
  );
}
