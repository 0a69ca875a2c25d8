import type { AccountOfOperator } from '@placard/contract/records';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { documentKindTexts } from '../../i18n/en/document-kinds.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Thumbnail } from '../../kits/ad-preview/thumbnail.tsx';
import { failureWords } from '../../kits/deposit-failure/failure-words.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { RELATED_SHOWN, RelatedPanel } from '../../kits/records/related-panel.tsx';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountEarnings, AccountStatements } from './account-earnings.tsx';
import { AccountWallet } from './account-wallet.tsx';
import { userTexts } from './texts.ts';

/** The newest of everything an account has; what its roles never have is left out while there is none. */
export function AccountRecords({ account }: { account: AccountOfOperator }) {
  const { counts, roles } = account;
  const advertises = roles.includes('advertiser');
  const publishes = roles.includes('publisher');
  return (
    <>
      {(advertises || counts.campaigns > 0) && <Campaigns id={account.id} />}
      {(advertises || counts.creatives > 0) && <Creatives id={account.id} />}
      {(publishes || counts.websites > 0) && <Websites id={account.id} />}
      {(publishes || counts.payouts > 0) && <Payouts id={account.id} />}
      {account.earnings !== null && (
        <>
          <AccountEarnings id={account.id} balance="available" />
          <AccountEarnings id={account.id} balance="pending" />
          <AccountStatements id={account.id} />
        </>
      )}
      {account.wallet !== null && <AccountWallet id={account.id} />}
      {(advertises || counts.deposits > 0) && <Deposits id={account.id} />}
      {(advertises || counts.documents > 0) && <Documents id={account.id} />}
    </>
  );
}

function asked(id: number) {
  return { account: id, pageSize: RELATED_SHOWN };
}

function all(to: string, id: number) {
  return { to, search: { account: String(id) } };
}

function Campaigns({ id }: { id: number }) {
  const t = useTexts(userTexts);
  return (
    <RelatedPanel
      title={t('records.campaigns')}
      empty={t('records.noCampaigns')}
      operation={api.moderation.campaigns}
      asked={asked(id)}
      all={all('/operator/campaigns', id)}
      rowId={(row) => row.id}
      row={(row) => (
        <>
          <RecordLink kind="campaign" id={row.id}>
            {row.name}
          </RecordLink>
          <span className="text-13">
            <Money value={row.spent} aligned /> / <Money value={row.totalBudget} aligned />
          </span>
          <StatusChip status={row.status} reason={row.rejection?.text} />
        </>
      )}
    />
  );
}

function Creatives({ id }: { id: number }) {
  const t = useTexts(userTexts);
  return (
    <RelatedPanel
      title={t('records.creatives')}
      empty={t('records.noCreatives')}
      operation={api.moderation.creatives}
      asked={asked(id)}
      all={all('/operator/creatives', id)}
      rowId={(row) => row.id}
      row={(row) => (
        <>
          <span className="inline-row gap-8">
            <Thumbnail imageUrl={row.imageUrl} />
            <RecordLink kind="creative" id={row.id}>
              {row.name}
            </RecordLink>
          </span>
          <StatusChip status={row.status} reason={row.reason} />
        </>
      )}
    />
  );
}

function Websites({ id }: { id: number }) {
  const t = useTexts(userTexts);
  return (
    <RelatedPanel
      title={t('records.websites')}
      empty={t('records.noWebsites')}
      operation={api.moderation.websites}
      asked={asked(id)}
      all={all('/operator/websites', id)}
      rowId={(row) => row.id}
      row={(row) => (
        <>
          <RecordLink kind="website" id={row.id} title={row.domain}>
            {shownDomain(row.domain)}
          </RecordLink>
          <StatusChip status={row.status} reason={row.reason} />
        </>
      )}
    />
  );
}

function Payouts({ id }: { id: number }) {
  const t = useTexts(userTexts);
  return (
    <RelatedPanel
      title={t('records.payouts')}
      empty={t('records.noPayouts')}
      operation={api.payouts.list}
      asked={asked(id)}
      all={all('/operator/payouts', id)}
      rowId={(row) => row.id}
      row={(row) => (
        <>
          <RecordLink kind="payout" id={row.id}>
            {row.paymentId}
          </RecordLink>
          <Money value={row.amount} currency={row.currency} aligned />
          <StatusChip status={row.status} reason={row.reason} />
        </>
      )}
    />
  );
}

function Deposits({ id }: { id: number }) {
  const t = useTexts(userTexts);
  return (
    <RelatedPanel
      title={t('records.deposits')}
      empty={t('records.noDeposits')}
      operation={api.operator.deposits}
      asked={asked(id)}
      all={all('/operator/deposits', id)}
      rowId={(row) => row.id}
      row={(row) => (
        <>
          <RecordLink kind="deposit" id={row.id}>
            {row.reference}
          </RecordLink>
          <Money value={row.amount} currency={row.currency} aligned />
          <StatusChip status={row.state} reason={row.failure === null ? null : failureWords(row.failure)} />
        </>
      )}
    />
  );
}

function Documents({ id }: { id: number }) {
  const t = useTexts(userTexts);
  const kindOf = useTexts(documentKindTexts);
  return (
    <RelatedPanel
      title={t('records.documents')}
      empty={t('records.noDocuments')}
      operation={api.operator.documents}
      asked={asked(id)}
      all={all('/operator/documents', id)}
      rowId={(row) => row.number}
      row={(row) => (
        <>
          <span>
            <RecordLink kind="document" id={row.number}>
              {row.label}
            </RecordLink>
            <small className="block faint text-12">{kindOf(row.kind)}</small>
          </span>
          <Money value={row.amount} currency={row.currency} aligned />
          <span className="faint text-13">
            <DateTime value={row.issuedAt} />
          </span>
        </>
      )}
    />
  );
}
