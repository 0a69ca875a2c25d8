import { Button } from '@mantine/core';
import type { BillingDetails } from '@placard/contract/billing-details';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { codeNames } from '../../kits/form/code-names.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { may } from '../../lib/session/session-user.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DetailList, Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { accountTexts } from './texts.ts';

const BillingDetailsForm = lazyPart(() => import('./billing-details-form.tsx'));

/** How the account is named on invoices and statements. */
export function BillingDetailsPanel() {
  const t = useTexts(accountTexts);
  const query = useQuery(apiQuery(api.billingDetails.read, undefined));
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      size="xs"
      aria-label={t('billing.editLabel')}
      disabled={query.data === undefined}
      onClick={() => setEditing(true)}
    >
      {t('edit')}
    </Button>
  );
  const owns = may(useUser(), 'money');
  return (
    <Panel
      title={t('billing.title')}
      description={t('billing.text')}
      actions={editing || !owns ? undefined : edit}
    >
      <Loaded query={query} failed={t('billing.loadFailed')}>
        {(answer) =>
          editing ? (
            <Suspense fallback={<LoadingState />}>
              <BillingDetailsForm answer={answer} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            <Details details={answer.details} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Details({ details }: { details: BillingDetails | null }) {
  const t = useTexts(accountTexts);
  if (details === null) return <p className="muted text-13">{t('billing.none')}</p>;
  return (
    <DetailList
      details={[
        { label: t('billing.name'), value: details.name },
        { label: t('billing.address'), value: <span className="lines-kept">{details.address}</span> },
        { label: t('billing.country'), value: codeNames('region', [details.country]).get(details.country) },
        { label: t('billing.vatNumber'), value: details.vatNumber || null },
        { label: t('billing.registrationNumber'), value: details.registrationNumber || null },
        {
          label: t('billing.business'),
          value:
            details.isBusiness === null
              ? null
              : t(details.isBusiness ? 'billing.businessYes' : 'billing.businessNo'),
        },
      ]}
    />
  );
}
