import { Button } from '@mantine/core';
import type { ClosedBooks, OpenBooks } from '@placard/contract/month-close';
import { useQuery } from '@tanstack/react-query';
import { Download, Lock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatDateTime, formatMonth } from '../../lib/format/time-format.ts';
import { sheetOf } from '../../lib/sheet-of.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { reconciliationTexts } from './texts.ts';

/** The network's months: what is closed, what can be, and what stands between. */
export function Months() {
  const t = useTexts(reconciliationTexts);
  const query = useQuery(apiQuery(api.monthClose.list, undefined));
  return (
    <Panel flush title={t('month.title')} description={t('month.text')}>
      <Loaded query={query} failed={t('month.loadFailed')}>
        {({ open, closed }) => (
          <ul className="plain-list list-rows">
            {open.map((books) => (
              <OpenRow key={books.month} books={books} />
            ))}
            {closed.map((books) => (
              <ClosedRow key={books.month} books={books} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function OpenRow({ books }: { books: OpenBooks }) {
  const t = useTexts(reconciliationTexts);
  const ask = useConfirmedAction();
  const month = formatMonth(books.month);
  const close = () =>
    ask(
      {
        title: t('month.closeConfirm', { month }),
        consequence: t('month.closeConsequence'),
        confirmLabel: t('month.closeVerb'),
        danger: true,
      },
      {
        run: () => api.monthClose.close({ month: books.month }),
        success: t('month.closeDone', { month }),
        failure: t('month.closeFailed'),
        refresh: [api.monthClose.list.key],
      },
    );
  return (
    <li>
      <div className="breaks shrinks">
        <div className="semibold">{month}</div>
        {books.blockers.length === 0 ? (
          <small className="good">{t('month.ready')}</small>
        ) : (
          books.blockers.map((blocker) => (
            <small className="faint" key={blocker}>
              {t(`month.blocker.${blocker}`)}
            </small>
          ))
        )}
      </div>
      {books.blockers.length === 0 && (
        <Button
          size="compact-sm"
          leftSection={<Lock size={14} aria-hidden />}
          aria-label={t('month.close', { month })}
          onClick={() => void close()}
        >
          {t('month.closeVerb')}
        </Button>
      )}
    </li>
  );
}

function ClosedRow({ books }: { books: ClosedBooks }) {
  const t = useTexts(reconciliationTexts);
  const timeZone = useTimeZone();
  const [busy, run] = useBusy();
  const month = formatMonth(books.month);
  const download = async () => {
    try {
      downloadFile(await sheetOf(await api.monthClose.csv({ month: books.month }), ['amount']));
    } catch (error) {
      toast.failure(failureText(t('month.csvFailed'), error));
    }
  };
  return (
    <li>
      <div className="breaks shrinks">
        <div className="semibold">{month}</div>
        <small className="faint">
          {t('month.closed', { at: formatDateTime(books.closedAt, timeZone), name: books.closedBy })}
        </small>
      </div>
      <BusyButton
        variant="default"
        size="compact-sm"
        leftSection={<Download size={14} aria-hidden />}
        aria-label={t('month.csvOf', { month })}
        busy={busy}
        busyLabel={t('month.csvBusy')}
        onClick={() => void run(download)}
      >
        {t('month.csv')}
      </BusyButton>
    </li>
  );
}
