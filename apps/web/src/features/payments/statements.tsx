import { Button } from '@mantine/core';
import type { StatementSummary } from '@placard/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney, formatMoneyCents } from '../../lib/format/number-format.ts';
import { formatMonth } from '../../lib/format/time-format.ts';
import { sheetOf } from '../../lib/sheet-of.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { downloadFile } from '../../ui/table/csv.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { paymentTexts } from './texts.ts';

/** A half-year at a glance; the rest on a press. */
const SHOWN = 6;

/** A publisher's closed months, each as PDF and CSV. */
export function Statements() {
  const t = useTexts(paymentTexts);
  const query = useQuery(apiQuery(api.payments.statements, undefined));
  const [all, setAll] = useState(false);
  return (
    <div className="above-24">
      <Panel title={t('statement.title')} description={t('statement.description')} flush>
        <Loaded query={query} failed={t('statement.loadFailed')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={FileText} title={t('statement.none')} text={t('statement.noneText')} />
            ) : (
              <>
                <ul className={'plain-list list-rows'}>
                  {(all ? items : items.slice(0, SHOWN)).map((statement) => (
                    <StatementRow key={statement.month} statement={statement} />
                  ))}
                </ul>
                {!all && items.length > SHOWN && (
                  <div>
                    <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
                      {t('statement.all', { count: items.length })}
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function StatementRow({ statement }: { statement: StatementSummary }) {
  const t = useTexts(paymentTexts);
  const { month, currency, earnings, closing } = statement;
  const figures = (format: typeof formatMoney) =>
    t('statement.figures', { earnings: format(earnings, currency), closing: format(closing, currency) });
  return (
    <li>
      <div className={`row shrinks gap-12`}>
        <FileText className="faint" size={20} aria-hidden />
        <div className="breaks shrinks">
          <div className="row wrap semibold gap-8">{formatMonth(month)}</div>
          <div className="figure faint text-13" title={figures(formatMoney)}>
            {figures(formatMoneyCents)}
          </div>
        </div>
      </div>
      <div className="flex wrap gap-8 justify-end">
        <DownloadButton month={month} kind="pdf" />
        <DownloadButton month={month} kind="csv" />
      </div>
    </li>
  );
}

function DownloadButton({ month, kind }: { month: string; kind: 'pdf' | 'csv' }) {
  const t = useTexts(paymentTexts);
  const [busy, run] = useBusy();
  const download = async () => {
    try {
      const { statementPdf, statementCsv } = api.payments;
      downloadFile(
        kind === 'pdf'
          ? await statementPdf({ month })
          : await sheetOf(await statementCsv({ month }), ['amount', 'withheld_tax']),
      );
    } catch (error) {
      toast.failure(failureText(t('statement.failed'), error));
    }
  };
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      leftSection={<Download size={14} aria-hidden />}
      aria-label={t(`statement.${kind}Of`, { month: formatMonth(month) })}
      busy={busy}
      busyLabel={t('statement.downloading')}
      onClick={() => void run(download)}
    >
      {t(`statement.${kind}`)}
    </BusyButton>
  );
}
