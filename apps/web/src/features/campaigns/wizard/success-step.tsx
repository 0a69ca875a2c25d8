import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH, creativeForAdSetPath } from '../../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { useRecord } from '../../../lib/api/use-record.ts';
import { ApiError } from '../../../lib/faults/api-error.ts';
import { Loaded } from '../../../ui/states.tsx';
import classes from '../campaigns.module.css';
import { campaignsTexts } from '../texts.ts';

type Created = { readonly campaignId: number; readonly adSetId: number };

/** What the address names, if it exists and is one's own; anything else is not found. */
export function SuccessStep({ campaignId, adSetId }: Created) {
  const t = useTexts(campaignsTexts);
  const query = useRecord(apiQuery(api.campaigns.get, { id: campaignId }));
  return (
    <Loaded query={query} failed={t('details.fetchFailed')}>
      {({ adSets }) => {
        if (!adSets.some(({ id }) => id === adSetId)) throw adSetMissing(t('details.adSetNotFound'));
        return <Success campaignId={campaignId} adSetId={adSetId} />;
      }}
    </Loaded>
  );
}

const adSetMissing = (message: string) => new ApiError({ status: 404, code: 'ad_set_not_found', message });

function Success({ campaignId, adSetId }: Created) {
  const t = useTexts(campaignsTexts);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`card grid items-centre gap-8 text-centre ${classes.success}`}>
      <span className="centred on-good below-8 sign">
        <Check size={28} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('wizard.successTitle')}
      </h2>
      <p className="muted">{t('wizard.successText')}</p>
      <dl className={`grid gap-8-16 rounded sunken text-left ${classes.ids}`}>
        <dt className="muted">{t('wizard.campaignId')}</dt>
        <dd className="bold figure">{campaignId}</dd>
        <dt className="muted">{t('wizard.adSetId')}</dt>
        <dd className="bold figure">{adSetId}</dd>
      </dl>
      <div className="flex wrap justify-centre gap-8">
        <Button onClick={() => void navigate({ to: creativeForAdSetPath(campaignId, adSetId) })}>
          {t('wizard.createCreative')}
        </Button>
        <Button variant="default" onClick={() => void navigate({ to: CAMPAIGNS_PATH })}>
          {t('wizard.viewAll')}
        </Button>
      </div>
    </section>
  );
}
