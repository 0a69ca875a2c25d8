import type { Campaign } from '@placard/contract/campaigns';
import { campaignsTexts } from '../../../i18n/en/campaigns.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { Notice } from '../../../ui/form/field-layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from './details.module.css';

/** Conversion measuring is to come: the tab says so instead of handing out a code that records nothing. */
export function AnalyticsCodeTab({ campaign }: { campaign: Campaign }) {
  const t = useTexts(campaignsTexts);
  return (
    <Panel title={t('analytics.title')} description={t('analytics.description')}>
      <div className={classes.form}>
        <Notice>
          <strong>{t('analytics.unavailableTitle')}</strong>
          <p>{t('analytics.unavailableText')}</p>
        </Notice>
        <div>
          <p>{t('analytics.key')}</p>
          <CodeBlock code={campaign.analyticsKey} label={t('analytics.key')} />
        </div>
      </div>
    </Panel>
  );
}
