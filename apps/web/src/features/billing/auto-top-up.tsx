import { Button } from '@mantine/core';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { Notice } from '../../ui/form/field-layout.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { cardName } from './payment-words.ts';
import { billingTexts } from './texts.ts';
import type { BillingSummary } from './use-billing.ts';

const AutoTopUpDialog = quietPart(() => import('./auto-top-up-dialog.tsx'));

/** "When the balance is below X, add Y", as it is set, and why it was switched off. */
export function AutoTopUp({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  const [editing, setEditing] = useState(false);
  if (!summary.gateways.includes('stripe'))
    return <WithoutCards demo={summary.gateways.includes('test_card')} />;
  const { autoTopUp, currency } = summary;
  const on = autoTopUp?.enabled === true;
  const stopped = autoTopUp?.stopped ?? null;
  const card = summary.paymentMethods.find((each) => each.isDefault);
  return (
    <Panel
      title={t('topUp.title')}
      actions={
        <Button variant="default" disabled={card === undefined && !on} onClick={() => setEditing(true)}>
          {on ? t('topUp.edit') : t('topUp.setUp')}
        </Button>
      }
    >
      <div className="grid gap-12">
        <p>
          <span className={`badge ${on ? 'on-good' : 'on-quiet'}`}>
            <Repeat size={13} aria-hidden />
            {on ? t('topUp.on') : t('topUp.off')}
          </span>{' '}
          {on
            ? t('topUp.rule', {
                threshold: formatMoney(autoTopUp.threshold, currency),
                amount: formatMoney(autoTopUp.amount, currency),
                card: card === undefined ? t('topUp.defaultCard') : cardName(card),
              })
            : card === undefined
              ? t('topUp.needsCard')
              : t('topUp.offText')}
        </p>
        {stopped !== null && (
          <Notice tone="warn">
            <p>{t(`topUp.stopped.${stopped.because}`)}</p>
          </Notice>
        )}
      </div>
      {editing && <AutoTopUpDialog summary={summary} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

/** Nothing here can be charged by itself: says why instead of leaving the part out. */
function WithoutCards({ demo }: { demo: boolean }) {
  const t = useTexts(billingTexts);
  return (
    <Panel title={t('topUp.title')}>
      <div className="grid gap-12">
        <p>
          <span className="badge on-quiet">
            <Repeat size={13} aria-hidden />
            {t('topUp.off')}
          </span>{' '}
          {t('topUp.noCards')} {demo && t('topUp.noCardsDemo')}
        </p>
      </div>
    </Panel>
  );
}
