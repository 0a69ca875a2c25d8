import type { Dispute } from '@placard/contract/billing';
import { DISPUTES_LISTED, disputeTask } from '@placard/domain/billing/dispute';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { DetailList, Panel } from '../../ui/panel.tsx';
import { disputeTexts } from './texts.ts';

/** Contested payments: how far each is, what it took, and who has to do what until when. Nothing where there is none. */
export default function DisputesPanel({
  disputes,
  currency,
  reader,
}: {
  disputes: readonly Dispute[];
  currency: string;
  reader: 'operator' | 'advertiser';
}) {
  const t = useTexts(disputeTexts);
  if (disputes.length === 0) return null;
  return (
    <Panel title={t('title')} description={t(`${reader}.text`)}>
      <ul className="plain-list lined">
        {disputes.map((dispute) => (
          <li key={`${dispute.reference} ${dispute.openedAt}`} className="pad-8-0">
            <OneDispute dispute={dispute} currency={currency} reader={reader} />
          </li>
        ))}
      </ul>
      {disputes.length === DISPUTES_LISTED && (
        <p className="faint text-13">{t('newest', { count: DISPUTES_LISTED })}</p>
      )}
    </Panel>
  );
}

function OneDispute({
  dispute,
  currency,
  reader,
}: {
  dispute: Dispute;
  currency: string;
  reader: 'operator' | 'advertiser';
}) {
  const t = useTexts(disputeTexts);
  const { reference, stage, reason, dueAt, openedAt } = dispute;
  const money = (amount: number) => formatMoney(amount, currency);
  const task = disputeTask(stage, dueAt === null ? null : Date.parse(dueAt), serverNow());
  const isInquiry = stage === 'inquiry';
  const todo = task === 'answer' && isInquiry ? 'answerInquiry' : task;
  const wallet = { fromWallet: money(dispute.fromWallet), uncovered: money(dispute.uncovered) };
  const isOut = dispute.fromWallet + dispute.uncovered > 0;
  const out = dispute.uncovered > 0 ? t('wallet.uncovered', wallet) : t('wallet.out', wallet);
  return (
    <>
      <p className={`below-12 ${task === 'answer' || task === 'late' ? 'semibold warn' : 'muted'}`}>
        {t(`${reader}.${todo}`)}
        {task === 'answer' && dueAt !== null && (
          <>
            {' '}
            {t(`${reader}.until`)} <DateTime value={dueAt} withTime />.
          </>
        )}
      </p>
      <DetailList
        details={[
          { label: t('deposit'), value: reference },
          { label: t('amount'), value: money(dispute.amount) },
          { label: t('stageLabel'), value: t(`stage.${stage}`) },
          { label: t('reasonLabel'), value: t(`reason.${reason}`) },
          { label: t('opened'), value: <DateTime value={openedAt} withTime /> },
          { label: t('due'), value: dueAt === null ? null : <DateTime value={dueAt} withTime /> },
          {
            label: t('walletLabel'),
            value: isOut ? out : t(stage === 'won' || stage === 'prevented' ? 'wallet.back' : 'wallet.none'),
          },
        ]}
      />
    </>
  );
}
