import type { CreativeOfOperator } from '@placard/contract/moderation';
import { isCodeType } from '@placard/domain/creative/rules';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { AccountLink, RecordLink } from '../../kits/records/record-link.tsx';
import { RecordPage } from '../../kits/records/record-page.tsx';
import { RowList } from '../../kits/records/related-panel.tsx';
import { recordTexts } from '../../kits/records/texts.ts';
import { useVerdict } from '../../kits/review/use-verdict.tsx';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { moderationTexts } from './texts.ts';

/** Fetched where there is code. */
const CodeBlock = quietPart(() =>
  import('../../ui/code/code-block.tsx').then((module) => ({ default: module.CodeBlock })),
);
const TakeDownDialog = quietPart(() => import('./take-down-dialog.tsx'));

const REFRESH = ['moderation'];

/** One creative of the network: what it shows, where it is assigned, and the operator's hand on it. */
export default function CreativePage({ id }: { id: number }) {
  const t = useTexts(moderationTexts);
  const query = useRecord(apiQuery(api.moderation.creative, { id }));
  return (
    <Loaded page query={query} failed={t('creatives.fetchFailed')} loading={<LoadingState lines={6} />}>
      {(creative) => <Creative creative={creative} />}
    </Loaded>
  );
}

function Creative({ creative }: { creative: CreativeOfOperator }) {
  const t = useTexts(moderationTexts);
  const words = useTexts(recordTexts);
  const verdict = useVerdict();
  const [stopping, setStopping] = useState(false);
  const { id, name, version, actions, size } = creative;
  return (
    <>
      <RecordPage
        record={{ kind: 'creative', id, state: String(version) }}
        title={name}
        crumb={{ label: t('creatives.title'), to: '/operator/creatives' }}
        badge={<StatusChip status={creative.status} reason={creative.reason} />}
        actions={[
          ...verdict.actionsOf({ kind: 'creative', id, version, name, refresh: REFRESH }, actions),
          ...(actions.includes('takeDown')
            ? [
                {
                  key: 'takeDown',
                  label: t('takeDown'),
                  icon: Ban,
                  danger: true,
                  onSelect: () => setStopping(true),
                },
              ]
            : []),
        ]}
        facts={[
          { label: words('field.id'), value: id },
          { label: words('field.advertiser'), value: <AccountLink account={creative.owner} /> },
          { label: t('column.type'), value: t(`type.${creative.type}`) },
          { label: t('column.size'), value: t('sizeOf', size) },
          // As text: who looks at it must not open it by a slip of the mouse.
          { label: t('column.clickUrl'), value: creative.clickUrl },
          { label: t('altText'), value: creative.altText },
          { label: t('descriptionOf'), value: creative.description },
          { label: words('field.created'), value: <DateTime value={creative.createdAt} withTime /> },
          ...(creative.reason === null ? [] : [{ label: words('field.reason'), value: creative.reason }]),
        ]}
      >
        <Panel title={t('content')}>
          <div className="stack gap-20">
            <AdPreview type={creative.type} ad={creative} popups={false} />
            {isCodeType(creative.type) && <CodeBlock code={creative.adCode ?? ''} label={t('adCode')} />}
          </div>
        </Panel>
        <Panel flush title={t('assigned')}>
          <RowList empty={t('notAssigned')}>
            {creative.adSets.map((adSet) => (
              <li key={adSet.id}>
                <span>{adSet.name}</span>
                <RecordLink kind="campaign" id={adSet.campaignId}>
                  {adSet.campaignName}
                </RecordLink>
              </li>
            ))}
          </RowList>
        </Panel>
      </RecordPage>
      {verdict.dialog}
      {stopping && <TakeDownDialog row={creative} onClose={() => setStopping(false)} />}
    </>
  );
}
