import type { DocumentRecord } from '@placard/contract/documents';
import { Ban, Download, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { documentKindTexts } from '../../../i18n/en/document-kinds.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { AccountLink, RecordLink } from '../../../kits/records/record-link.tsx';
import { RecordPage } from '../../../kits/records/record-page.tsx';
import { recordTexts } from '../../../kits/records/texts.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { useRecord } from '../../../lib/api/use-record.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { Money } from '../../../ui/money.tsx';
import { Loaded, LoadingState } from '../../../ui/states.tsx';
import { networkDocumentsTexts } from './texts.ts';
import { useDownload } from './use-download.ts';
import { useIssueAgain } from './use-issue-again.ts';

const CancelDialog = quietPart(() => import('./cancel-dialog.tsx'));

/** The way to the other one of an invoice and what cancels it. */
function otherDocument(label: string, other: DocumentRecord['cancels']) {
  if (other === null) return [];
  return [
    {
      label,
      value: (
        <RecordLink kind="document" id={other.number}>
          {other.label}
        </RecordLink>
      ),
    },
  ];
}

/** One invoice, receipt or correction: whose it is, what it is about, and the file. */
export default function DocumentPage({ number }: { number: number }) {
  const t = useTexts(networkDocumentsTexts);
  const words = useTexts(recordTexts);
  const kindOf = useTexts(documentKindTexts);
  const download = useDownload();
  const issueAgain = useIssueAgain();
  const [cancelling, setCancelling] = useState(false);
  const query = useRecord(apiQuery(api.operator.document, { number }));
  return (
    <Loaded page query={query} failed={t('fetchFailed')} loading={<LoadingState lines={4} />}>
      {(document) => (
        <>
          <RecordPage
            record={{ kind: 'document', id: number, state: document.cancelledBy?.label ?? '' }}
            title={document.label}
            crumb={{ label: t('title'), to: '/operator/documents' }}
            actions={[
              {
                key: 'download',
                label: t('download'),
                icon: Download,
                onSelect: () => void download(number),
              },
              ...(document.actions.includes('cancel')
                ? [
                    {
                      key: 'cancel',
                      label: t('cancel'),
                      icon: Ban,
                      danger: true,
                      onSelect: () => setCancelling(true),
                    },
                  ]
                : []),
              ...(document.actions.includes('issueAgain')
                ? [
                    {
                      key: 'issueAgain',
                      label: t('issueAgain'),
                      icon: FilePlus2,
                      onSelect: () => void issueAgain(document),
                    },
                  ]
                : []),
            ]}
            facts={[
              { label: words('field.id'), value: number },
              { label: t('column.kind'), value: kindOf(document.kind) },
              { label: words('field.account'), value: <AccountLink account={document.account} /> },
              { label: t('column.issued'), value: <DateTime value={document.issuedAt} withTime /> },
              ...otherDocument(t('cancels'), document.cancels),
              ...otherDocument(t('cancelledBy'), document.cancelledBy),
              {
                label: t('deposit'),
                value:
                  document.deposit === null ? null : (
                    <RecordLink kind="deposit" id={document.deposit.id}>
                      {document.deposit.reference}
                    </RecordLink>
                  ),
              },
            ]}
            money={[
              {
                label: t('column.amount'),
                value: <Money value={document.amount} currency={document.currency} />,
              },
              ...(document.withheld === null
                ? []
                : [
                    {
                      label: t('withheld'),
                      value: <Money value={document.withheld} currency={document.currency} />,
                    },
                  ]),
              {
                label: t('column.tax'),
                value:
                  document.tax === null ? null : <Money value={document.tax} currency={document.currency} />,
              },
            ]}
          />
          {cancelling && <CancelDialog document={document} onClose={() => setCancelling(false)} />}
        </>
      )}
    </Loaded>
  );
}
