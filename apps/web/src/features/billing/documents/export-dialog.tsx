import { TextInput } from '@mantine/core';
import { FIRST_DAY, isDay, LAST_DAY } from '@placard/domain/day-bounds';
import { addDays, monthOfDay } from '@placard/domain/time-zone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { issueTexts } from '../../../i18n/en/issues.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { dayIn } from '../../../lib/format/time-format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { Fault } from '../../../ui/fault.tsx';
import { FormColumns } from '../../../ui/form/form-layout.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { networkDocumentsTexts } from './texts.ts';

type Period = { readonly from: string; readonly to: string };

/** The month before this one, which bookkeepers ask for. */
function lastMonth(today: string): Period {
  const to = addDays(monthOfDay(today), -1);
  return { from: monthOfDay(to), to };
}

/** Documents of a period: a journal, and the documents themselves. */
export default function ExportDialog({
  period,
  onClose,
}: {
  /** What the list is narrowed to. */
  period: { readonly from: string | undefined; readonly to: string | undefined };
  onClose: () => void;
}) {
  const t = useTexts(networkDocumentsTexts);
  const issues = useTexts(issueTexts);
  const timeZone = useTimeZone();
  const [from, setFrom] = useState(period.from ?? lastMonth(dayIn(timeZone, serverNow())).from);
  const [to, setTo] = useState(period.to ?? lastMonth(dayIn(timeZone, serverNow())).to);
  const days = isDay(from) && isDay(to);
  const backwards = days && to < from;
  return (
    <Dialog title={t('export')} onClose={onClose}>
      <FormColumns>
        <TextInput
          type="date"
          label={t('from')}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('to')}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={to}
          error={backwards ? issues('end_date_before_start') : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </FormColumns>
      <p className="muted text-13">{t('zone')}</p>
      {days && !backwards && <Files key={`${from}/${to}`} period={{ from, to }} />}
    </Dialog>
  );
}

function Files({ period }: { period: Period }) {
  const t = useTexts(networkDocumentsTexts);
  const query = useQuery(apiQuery(api.operator.documentParts, period));
  const [fault, setFault] = useState<string | null>(null);
  if (query.data === undefined) {
    return query.isPending ? (
      <p>{t('counting')}</p>
    ) : (
      <Fault>{failureText(t('countFailed'), query.error)}</Fault>
    );
  }
  const { documents, parts } = query.data;
  const fetching = (fetch: () => Promise<File>) => async () => {
    setFault(null);
    try {
      downloadFile(await fetch());
    } catch (error) {
      setFault(failureText(t('exportFailed'), error));
    }
  };
  return (
    <>
      <p className="above-8 semibold">{t('count', { count: documents })}</p>
      {fault !== null && <Fault>{fault}</Fault>}
      {documents > 0 && (
        <div className="row wrap gap-8 above-8">
          <FileButton label={t('journal')} onPress={fetching(() => api.operator.documentJournal(period))} />
          {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
            <FileButton
              key={part}
              label={
                parts === 1 ? t('archive') : t('archivePart', { part: String(part), parts: String(parts) })
              }
              onPress={fetching(() => api.operator.documentArchive({ ...period, part }))}
            />
          ))}
        </div>
      )}
    </>
  );
}

function FileButton({ label, onPress }: { label: string; onPress: () => Promise<void> }) {
  const t = useTexts(networkDocumentsTexts);
  const [busy, run] = useBusy();
  return (
    <BusyButton variant="default" busy={busy} busyLabel={t('exporting')} onClick={() => void run(onPress)}>
      {label}
    </BusyButton>
  );
}
