import { Download, FileText } from 'lucide-react';
import { documentKindTexts } from '../../i18n/en/document-kinds.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMonth } from '../../lib/format/time-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { billingTexts } from './texts.ts';
import { type Invoice, useInvoices } from './use-billing.ts';

/** The newest documents, and all before them. */
export function RecentInvoices() {
  const t = useTexts(billingTexts);
  return (
    <Panel title={t('invoices.title')} flush>
      <Content query={useInvoices()} />
    </Panel>
  );
}

function Content({ query }: { query: ReturnType<typeof useInvoices> }) {
  const t = useTexts(billingTexts);
  const rows = query.data?.pages.flatMap((page) => page.items);
  if (rows === undefined) {
    if (query.isPending) return <LoadingState lines={3} />;
    const again = () => void query.refetch();
    return <FailedState title={t('invoices.loadFailed')} error={query.error} onRetry={again} />;
  }
  if (rows.length === 0) {
    return <EmptyState icon={FileText} title={t('invoices.none')} text={t('invoices.noneText')} />;
  }
  return (
    <>
      <ul className="plain-list list-rows">
        {rows.map((invoice) => (
          <InvoiceRow key={invoice.number} invoice={invoice} />
        ))}
      </ul>
      <ReadOn
        query={query}
        count={rows.length}
        label={t('invoices.more')}
        failed={t('invoices.loadFailed')}
      />
    </>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useTexts(billingTexts);
  const kindOf = useTexts(documentKindTexts);
  const [busy, run] = useBusy();
  const { label, month, kind } = invoice;
  const name = `${kindOf(kind)} ${label}`;
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
        {name}
        <small>
          {kind === 'month'
            ? t('invoices.month', { month: formatMonth(month ?? '') })
            : t(`invoices.${kind}`)}{' '}
          · <DateTime value={invoice.issuedAt} />
        </small>
      </span>
      <span className="row gap-12 to-end">
        <Money value={invoice.amount} currency={invoice.currency} aligned />
        <BusyButton
          variant="default"
          size="compact-sm"
          leftSection={<Download size={14} aria-label={t('invoices.downloadOf', { name })} />}
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
