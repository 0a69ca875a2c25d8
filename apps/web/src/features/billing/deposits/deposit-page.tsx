import { useTexts } from '../../../i18n/texts.ts';
import { failureWords } from '../../../kits/deposit-failure/failure-words.ts';
import DisputesPanel from '../../../kits/disputes/disputes-panel.tsx';
import { AccountLink, RecordLink } from '../../../kits/records/record-link.tsx';
import { RecordPage } from '../../../kits/records/record-page.tsx';
import { RowList } from '../../../kits/records/related-panel.tsx';
import { recordTexts } from '../../../kits/records/texts.ts';
import { StatusChip } from '../../../kits/status/status-chip.tsx';
import { type Api, api, apiQuery } from '../../../lib/api/api.ts';
import { useRecord } from '../../../lib/api/use-record.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Money } from '../../../ui/money.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../../ui/states.tsx';
import { refundRemarks } from './refund-words.ts';
import { depositTexts } from './texts.ts';
import { useDepositActions } from './use-deposit-actions.tsx';

type Record = Awaited<ReturnType<Api['operator']['deposit']>>;

/** One deposit: whether it came, what went back of it, and the documents about it. */
export default function DepositPage({ id }: { id: number }) {
  const t = useTexts(depositTexts);
  const query = useRecord(apiQuery(api.operator.deposit, { id }));
  return (
    <Loaded page query={query} failed={t('fetchFailed')} loading={<LoadingState lines={6} />}>
      {(deposit) => <Deposit deposit={deposit} />}
    </Loaded>
  );
}

function Deposit({ deposit }: { deposit: Record }) {
  const t = useTexts(depositTexts);
  const words = useTexts(recordTexts);
  const { actionsOf, dialog } = useDepositActions();
  const { id, currency, failure } = deposit;
  const money = (value: number) => <Money value={value} currency={currency} />;
  return (
    <>
      <RecordPage
        record={{ kind: 'deposit', id, state: [deposit.status, deposit.refunds.length].join() }}
        title={deposit.reference}
        crumb={{ label: t('title'), to: '/operator/deposits' }}
        badge={<StatusChip status={deposit.state} reason={failure === null ? null : failureWords(failure)} />}
        actions={actionsOf(deposit)}
        facts={[
          { label: words('field.id'), value: id },
          { label: words('field.advertiser'), value: <AccountLink account={deposit.advertiser} /> },
          { label: t('column.gateway'), value: t(`gateway.${deposit.gateway}`) },
          { label: t('column.created'), value: <DateTime value={deposit.createdAt} withTime /> },
          { label: t('column.decided'), value: <DateTime value={deposit.decidedAt} withTime /> },
          ...(failure === null ? [] : [{ label: words('field.reason'), value: failureWords(failure) }]),
        ]}
        money={[
          { label: t('column.amount'), value: money(deposit.amount) },
          { label: t('column.refunded'), value: money(deposit.refunded) },
          { label: t('refundable'), value: money(deposit.refundable) },
        ]}
      >
        <DisputesPanel disputes={deposit.disputes} currency={currency} reader="operator" />
        <Panel flush title={t('documents')}>
          <RowList empty={t('noDocuments')}>
            {deposit.documents.map(({ number, label }) => (
              <li key={number}>
                <RecordLink kind="document" id={number}>
                  {label}
                </RecordLink>
              </li>
            ))}
          </RowList>
        </Panel>
        <Panel flush title={t('refunds')}>
          <RowList empty={t('noRefunds')}>
            {deposit.refunds.map((refund) => (
              <li key={refund.id}>
                <span>
                  {t(`refundOrigin.${refund.origin}`)} · {t(`refundStatus.${refund.status}`)}
                  <small className="block faint text-12">{refundRemarks(refund).join(' · ')}</small>
                </span>
                <Money value={refund.amount} currency={currency} aligned />
                <span className="faint text-13">
                  <DateTime value={refund.requestedAt} withTime />
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
