import { ReceiptText, RefreshCw } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { bookingWords } from '../../kits/wallet/booking-words.ts';
import { SignedMoney } from '../../kits/wallet/signed-money.tsx';
import { walletTexts } from '../../kits/wallet/texts.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { billingTexts } from './texts.ts';
import { useMoneyMoved, useTransactions, type WalletTransaction } from './use-billing.ts';

/** Everything that moved the wallet, newest first. */
export function Transactions() {
  const w = useTexts(walletTexts);
  const t = useTexts(billingTexts);
  const query = useTransactions();
  const moved = useMoneyMoved();
  const [refreshing, refresh] = useBusy();
  const fetchAgain = async () => {
    const [result] = await Promise.all([query.refetch(), moved()]);
    if (result.isError) toast.failure(failureText(w('failed'), result.error));
  };
  return (
    <Panel
      title={w('title')}
      flush
      actions={
        <BusyButton
          variant="default"
          size="compact-sm"
          leftSection={<RefreshCw size={14} aria-hidden />}
          busy={refreshing}
          busyLabel={t('transactions.refreshing')}
          onClick={() => void refresh(fetchAgain)}
        >
          {t('transactions.refresh')}
        </BusyButton>
      }
    >
      <Content query={query} />
    </Panel>
  );
}

function Content({ query }: { query: ReturnType<typeof useTransactions> }) {
  const w = useTexts(walletTexts);
  const t = useTexts(billingTexts);
  const rows = query.data?.pages.flatMap((page) => page.items);
  if (rows === undefined) {
    if (query.isPending) {
      return (
        <div style={{ padding: '0 20px' }}>
          <LoadingState lines={5} />
        </div>
      );
    }
    return <FailedState title={w('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (rows.length === 0) {
    return <EmptyState icon={ReceiptText} title={w('none')} text={t('transactions.noneText')} />;
  }
  return (
    <>
      <TransactionTable rows={rows} />
      <ReadOn query={query} count={rows.length} label={w('more')} failed={w('moreFailed')} />
    </>
  );
}

/** Whoever reads them on a phone, where there is no room for a column of descriptions, reads why. */
const WITH_REASON: readonly WalletTransaction['kind'][] = ['adjustment', 'spend_refund'];

function TransactionTable({ rows }: { rows: readonly WalletTransaction[] }) {
  const w = useTexts(walletTexts);
  const t = useTexts(billingTexts);
  return (
    <Sideways label={t('transactions.caption')}>
      <table className="plain-table">
        <caption className="visually-hidden">{t('transactions.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('transactions.date')}</th>
            <th scope="col">{t('transactions.kind')}</th>
            <th scope="col" className="wide-only">
              {t('transactions.description')}
            </th>
            <th scope="col" className="end">
              {t('transactions.amount')}
            </th>
            <th scope="col" className="end wide-only">
              {w('balanceAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="date">
                <DateTime value={row.at} withTime />
              </td>
              <td>
                {w(`kinds.${row.kind}`)}
                {WITH_REASON.includes(row.kind) && (
                  <small className="block faint breaks phone-only">{row.description}</small>
                )}
              </td>
              <td className="wide-only">{bookingWords(row)}</td>
              <td className="end">
                <SignedMoney amount={row.amount} />
              </td>
              <td className="end wide-only">
                <Money value={row.balanceAfter} aligned />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}
