import type { DocumentRecord } from '@placard/contract/documents';
import { recordPath } from '@placard/domain/record-paths';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.ts';
import { api } from '../../../lib/api/api.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import { networkDocumentsTexts } from './texts.ts';

/** Asks, issues the payout's next invoice and opens it. */
export function useIssueAgain(): (document: Pick<DocumentRecord, 'number' | 'label'>) => Promise<void> {
  const t = useTexts(networkDocumentsTexts);
  const ask = useConfirmedAction();
  const navigate = useNavigate();
  return async ({ number, label }) => {
    let issued: number | null = null;
    await ask(
      {
        title: t('issueAgainTitle', { label }),
        message: t('issueAgainText'),
        confirmLabel: t('issueAgain'),
      },
      {
        run: async () => {
          issued = (await api.operator.issueDocumentAgain({ number })).number;
        },
        success: t('issuedAgain'),
        failure: (error) => failureText(t('issueAgainFailed'), error),
        refresh: [['operator']],
      },
    );
    if (issued !== null) await navigate({ to: recordPath('document', issued) });
  };
}
