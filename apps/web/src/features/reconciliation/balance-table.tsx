import type { ReconciliationInFull } from '@placard/contract/reconciliation';
import { useTexts } from '../../i18n/texts.ts';
import { Count } from '../../ui/count.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { reconciliationTexts } from './texts.ts';

/** The trial balance. Exact: below a cent it adds up as well. */
export function BalanceTable({ balances, currency }: Pick<ReconciliationInFull, 'balances' | 'currency'>) {
  const t = useTexts(reconciliationTexts);
  // In millionths, which are whole numbers: sums of fractions would drift.
  const micros = balances.reduce((sum, { balance }) => sum + Math.round(balance * 1e6), 0);
  return (
    <Panel flush title={t('balances')} description={t('balancesText')}>
      <table className="plain-table">
        <caption className="visually-hidden">{t('balances')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col" className="end">
              {t('lines')}
            </th>
            <th scope="col" className="end">
              {t('balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ kind, accounts, balance }) => (
            <tr key={kind}>
              <th scope="row">{t(`kind.${kind}`)}</th>
              <td className="end">
                <Count value={accounts} />
              </td>
              <td className="end">
                <Money value={balance} currency={currency} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('sum')}</th>
            <td />
            <td className="end semibold">
              <Money value={micros / 1e6} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
    </Panel>
  );
}
