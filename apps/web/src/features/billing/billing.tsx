import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { refreshBalance } from '../../lib/session/balance-store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FailedState, LoadingState, Unsettled } from '../../ui/states.tsx';
import { AutoTopUp } from './auto-top-up.tsx';
import { BalanceCard } from './balance-card.tsx';
import classes from './billing.module.css';
import { GatewayReturn } from './gateway-return.tsx';
import { RecentInvoices } from './invoices.tsx';
import { LastPaymentCard } from './last-payment.tsx';
import { useFreshAfterBack } from './pay-deposit.ts';
import { PaymentMethodsCard } from './payment-methods.tsx';
import { PendingDeposits } from './pending-deposits.tsx';
import { billingTexts } from './texts.ts';
import { Transactions } from './transactions.tsx';
import { type BillingSummary, useBillingSummary } from './use-billing.ts';

const DisputesPanel = quietPart(() => import('../../kits/disputes/disputes-panel.tsx'));
const AddFundsDialog = quietPart(() => import('./add-funds-dialog.tsx'));

/** The wallet: what is in it, how it is filled, and what moved it. */
export default function Billing() {
  const t = useTexts(billingTexts);
  const query = useBillingSummary();
  const [adding, setAdding] = useState(false);
  // The balance in the top bar may be minutes old; this page is where it is looked at.
  useEffect(() => void refreshBalance(), []);
  useFreshAfterBack();
  const summary = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            disabled={summary === undefined}
            onClick={() => setAdding(true)}
          >
            {t('addFunds')}
          </Button>
        }
      />
      <div className="stack gap-16">
        <GatewayReturn />
        <div className={`tiles ${classes.cards}`}>
          <BalanceCard summary={summary} />
          {summary !== undefined ? (
            <>
              <LastPaymentCard summary={summary} />
              <PaymentMethodsCard summary={summary} onAddFunds={() => setAdding(true)} />
            </>
          ) : (
            query.isPending && <Unsettled />
          )}
        </div>
        <SummaryParts query={query} />
        <Transactions />
      </div>
      {adding && summary !== undefined && (
        <AddFundsDialog summary={summary} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function SummaryParts({
  query,
}: {
  query: { data: BillingSummary | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
}) {
  const t = useTexts(billingTexts);
  if (query.data !== undefined) {
    return (
      <>
        {query.data.disputes.length > 0 && (
          <DisputesPanel disputes={query.data.disputes} currency={query.data.currency} reader="advertiser" />
        )}
        <PendingDeposits summary={query.data} />
        <AutoTopUp summary={query.data} />
        <RecentInvoices />
      </>
    );
  }
  return (
    <Panel title={t('summaryTitle')}>
      {query.isPending ? (
        <LoadingState />
      ) : (
        <FailedState title={t('summaryFailed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Panel>
  );
}
