import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { campaignsTexts } from '../../../i18n/en/campaigns.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH, creativeForAdSetPath } from '../../../lib/advertiser-paths.ts';
import classes from './wizard.module.css';

export function SuccessStep({ campaignId, adSetId }: { campaignId: number; adSetId: number }) {
  const t = useTexts(campaignsTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.success}>
      <span className={classes.tick}>
        <Check size={28} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('wizard.successTitle')}
      </h2>
      <p>{t('wizard.successText')}</p>
      <dl className={classes.ids}>
        <dt>{t('wizard.campaignId')}</dt>
        <dd>{campaignId}</dd>
        <dt>{t('wizard.adSetId')}</dt>
        <dd>{adSetId}</dd>
      </dl>
      <div className={classes.buttons}>
        <Button component={Link} to={creativeForAdSetPath(campaignId, adSetId)}>
          {t('wizard.createCreative')}
        </Button>
        <Button component={Link} to={CAMPAIGNS_PATH} variant="default">
          {t('wizard.viewAll')}
        </Button>
      </div>
    </section>
  );
}
