import { Download, FileText } from 'lucide-react';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { downloadFile } from '../../ui/table/csv.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { billingTexts } from './texts.ts';
import type { BillingSummary, Invoice } from './use-billing.ts';

export function RecentInvoices({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  return (
    <Panel title={t('invoices.title')} flush>
      {summary.invoices.length === 0 ? (
        <EmptyState icon={FileText} title={t('invoices.none')} text={t('invoices.noneText')} />
      ) : (
        <ul className={'plain-list list-rows'}>
          {summary.invoices.map((invoice) => (
            <InvoiceRow key={invoice.number} invoice={invoice} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** "2026-03-01" → "March 2026" */
function monthText(month: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}T00:00:00Z`));
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useTexts(billingTexts);
  const [busy, run] = useBusy();
  const { label: number, month, kind } = invoice;
  const download = async () => {
    try {
      downloadFile(await api.billing.invoicePdf({ number: invoice.number }));
    } catch (error) {
      toast.failure(failureText(t('invoices.failed'), error));
    }
  };
  return (
    <li>
      <span>
        {t('invoices.number', { number })}
        <small>
          {kind === 'month' ? t('invoices.month', { month: monthText(month ?? '') }) : t(`invoices.${kind}`)}{' '}
          · <DateTime value={invoice.issuedAt} />
        </small>
      </span>
      <span className="row gap-12 to-end">
        <Money value={invoice.amount} currency={invoice.currency} aligned />
        <BusyButton
          variant="default"
          size="compact-sm"
          leftSection={<Download size={14} aria-label={t('invoices.downloadOf', { number })} />}
          busy={busy}
          busyLabel={t('invoices.downloading')}
          onClick={() => void run(download)}
        >
          {t('invoices.download')}
        </BusyButton>
      </span>
    </li>
  );
}
