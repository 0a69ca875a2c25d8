import type { OperatorPayout } from '@placard/contract/payouts';
import { useTexts } from '../../../i18n/texts.ts';
import { AccountLink } from '../../../kits/records/record-link.tsx';
import { RecordPage } from '../../../kits/records/record-page.tsx';
import { RowList } from '../../../kits/records/related-panel.tsx';
import { recordTexts } from '../../../kits/records/texts.ts';
import { StatusChip } from '../../../kits/status/status-chip.tsx';
import { percent } from '../../../kits/withholding/withholding-words.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { useRecord } from '../../../lib/api/use-record.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Money } from '../../../ui/money.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../../ui/states.tsx';
import { payoutTexts } from './texts.ts';
import { usePayoutMenus } from './use-payout-menus.tsx';

/** One payout: how far it is, where it goes, and who approved it. */
export default function PayoutPage({ id }: { id: number }) {
  const t = useTexts(payoutTexts);
  const query = useRecord(apiQuery(api.payouts.get, { id }));
  return (
    <Loaded page query={query} failed={t('failed')} loading={<LoadingState lines={6} />}>
      {(payout) => <Payout payout={payout} />}
    </Loaded>
  );
}

function Payout({ payout }: { payout: OperatorPayout }) {
  const t = useTexts(payoutTexts);
  const words = useTexts(recordTexts);
  const { rowActions, dialog } = usePayoutMenus();
  const { id, export: batch, reason } = payout;
  return (
    <>
      <RecordPage
        record={{ kind: 'payout', id, state: [payout.status, payout.approvals.length].join() }}
        title={payout.paymentId}
        crumb={{ label: t('title'), to: '/operator/payouts' }}
        badge={<StatusChip status={payout.status} reason={reason} />}
        {...(payout.isYours ? { description: t('yours') } : {})}
        actions={rowActions(payout)}
        facts={[
          { label: words('field.id'), value: id },
          { label: words('field.publisher'), value: <AccountLink account={payout.publisher} /> },
          { label: t('column.method'), value: t(`method.${payout.method}`) },
          { label: t('column.destination'), value: payout.destination },
          { label: t('profile'), value: payout.profileName },
          { label: t('column.requested'), value: <DateTime value={payout.requestedAt} withTime /> },
          { label: t('column.completed'), value: <DateTime value={payout.completedAt} withTime /> },
          {
            label: t('column.export'),
            value:
              batch === null ? null : (
                <>
                  <code>{batch.messageId}</code> <DateTime value={batch.at} withTime />
                </>
              ),
          },
          ...(reason === null ? [] : [{ label: words('field.reason'), value: reason }]),
        ]}
        money={[
          { label: t('column.amount'), value: <Money value={payout.amount} currency={payout.currency} /> },
          ...(payout.withholdingPercent === 0
            ? []
            : [
                {
                  label: `${t('column.withheld')} (${percent(payout.withholdingPercent)})`,
                  value: <Money value={payout.withheld} currency={payout.currency} />,
                },
                { label: t('column.net'), value: <Money value={payout.net} currency={payout.currency} /> },
              ]),
        ]}
      >
        <Panel
          flush
          title={t('approvalsTitle')}
          description={t('approvals', {
            count: payout.approvals.length,
            needed: payout.approvalsNeeded,
          })}
        >
          <RowList empty={t('noApprovals')}>
            {payout.approvals.map(({ name, at }) => (
              <li key={`${name} ${at}`}>
                <span>{name}</span>
                <span className="faint text-13">
                  <DateTime value={at} withTime />
                </span>
              </li>
            ))}
          </RowList>
        </Panel>
      </RecordPage>
      {dialog}
    </>
  );
}
