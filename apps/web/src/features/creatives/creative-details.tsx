import { Button } from '@mantine/core';
import type { Creative } from '@placard/contract/creatives';
import { isCodeType } from '@placard/domain/creative/rules';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Link2, Link2Off, Pencil } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { CREATIVES_PATH, campaignPath, creativeEditPath } from '../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { FieldStack, Notice } from '../../ui/form/field-layout.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Detail, DetailList, Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { pausedCampaign } from './ad-set-choices.ts';
import { useCreativeDialogs } from './creative-dialogs.tsx';
import { creativeMenu, isAssignable } from './creative-menu.ts';
import { CreativeStatus } from './creative-status.tsx';
import { creativesTexts } from './texts.ts';
import { useAdSetsOf } from './use-ad-set-choices.ts';
import { useCreativeAction, useDuplicateCreative } from './use-creative-actions.ts';
import { useSizeLabel } from './use-size-label.ts';

/** Few creatives stand under a decision of the network: without it the page keeps to its budget of bytes. */
const AppealPanel = quietPart(() =>
  import('../../kits/appeals/appeal-panel.tsx').then((module) => ({ default: module.AppealPanel })),
);
/** Code is fetched where there is some, and what stands at the end of the page after what is seen first. */
const CodeBlock = quietPart(() =>
  import('../../ui/code/code-block.tsx').then((module) => ({ default: module.CodeBlock })),
);
const TrackingSection = quietPart(() =>
  import('./tracking-section.tsx').then((module) => ({ default: module.TrackingSection })),
);

/** One creative in the specification's four sections. */
export default function CreativeDetails({ id }: { id: number }) {
  const t = useTexts(creativesTexts);
  const query = useRecord(apiQuery(api.creatives.get, { id }));
  return (
    <Loaded page query={query} failed={t('failed.fetch')} loading={<LoadingState lines={6} />}>
      {(creative) => <Details creative={creative} />}
    </Loaded>
  );
}

function Details({ creative }: { creative: Creative }) {
  const t = useTexts(creativesTexts);
  const act = useCreativeAction();
  const duplicate = useDuplicateCreative();
  const dialogs = useCreativeDialogs();
  const menu = creativeMenu(t, creative, {
    act: (action, row) => void act(action, row),
    duplicate: (row) => void duplicate(row),
    open: dialogs.open,
  }).filter(({ key }) => key !== 'view' && key !== 'edit' && key !== 'preview');
  return (
    <>
      <PageHeader
        title={creative.name}
        crumbs={[{ label: t('title'), to: CREATIVES_PATH }]}
        badge={<CreativeStatus creative={creative} />}
        actions={
          <>
            {creative.actions.includes('edit') && (
              <ButtonLink to={creativeEditPath(creative.id)} leftSection={<Pencil size={15} aria-hidden />}>
                {t('details.edit')}
              </ButtonLink>
            )}
            <ActionMenu name={creative.name} actions={menu} />
          </>
        }
      />
      <FieldStack>
        <AppealPanel
          name={creative.name}
          reason={creative.rejection?.text ?? null}
          appeal={creative.appeal}
          send={(text, call) =>
            api.appeals.appealCreative({ id: creative.id, version: creative.version, text }, call)
          }
          refresh={['creatives']}
        />
        {isAssignable(creative) && <PausedNotice creative={creative} />}
        <BasicSection creative={creative} />
        <ContentSection creative={creative} />
        <Assignments
          creative={creative}
          onAssign={() => dialogs.open('assign', creative)}
          onRemove={() => dialogs.open('remove', creative)}
        />
        <TrackingSection creative={creative} />
      </FieldStack>
      {dialogs.element}
    </>
  );
}

/** After the last step of the wizard: what is left to be done. */
function PausedNotice({ creative }: { creative: Creative }) {
  const t = useTexts(creativesTexts);
  const ids = creative.adSets.map(({ id }) => id);
  const campaign = pausedCampaign(useAdSetsOf(ids).data?.items ?? [], ids);
  if (campaign === null) return null;
  return (
    <Notice>
      <p>{t('details.campaignPaused', { campaign: campaign.campaignName })}</p>
      <ButtonLink to={campaignPath(campaign.campaignId)} size="compact-sm" variant="default">
        {t('details.openCampaign')}
      </ButtonLink>
    </Notice>
  );
}

function BasicSection({ creative }: { creative: Creative }) {
  const t = useTexts(creativesTexts);
  const labelOf = useSizeLabel();
  const details: Detail[] = [
    { label: t('field.name'), value: creative.name },
    { label: t('details.id'), value: creative.id },
    { label: t('field.description'), value: creative.description },
    { label: t('field.type'), value: t(`type.${creative.type}`) },
    {
      label: t('field.size'),
      value: labelOf(creative.size),
    },
    { label: t('column.status'), value: <CreativeStatus creative={creative} /> },
    { label: t('details.created'), value: <DateTime value={creative.createdAt} withTime /> },
  ];
  return (
    <Panel title={t('details.basic')}>
      <DetailList details={details} />
    </Panel>
  );
}

function ContentSection({ creative }: { creative: Creative }) {
  const t = useTexts(creativesTexts);
  return (
    <Panel title={t('details.content')}>
      <div className="stack gap-20">
        <AdPreview type={creative.type} ad={creative} />
        {!isCodeType(creative.type) ? (
          <DetailList
            details={[
              { label: t('field.altText'), value: creative.altText },
              {
                label: t('field.clickUrl'),
                value:
                  creative.clickUrl === null ? null : (
                    <a href={creative.clickUrl} target="_blank" rel="noopener noreferrer">
                      {creative.clickUrl} <ExternalLink size={13} aria-label={t('details.openClickUrl')} />
                    </a>
                  ),
              },
            ]}
          />
        ) : (
          <CodeBlock code={creative.adCode ?? ''} label={t('field.adCode')} />
        )}
      </div>
    </Panel>
  );
}

function Assignments({
  creative,
  onAssign,
  onRemove,
}: {
  creative: Creative;
  onAssign: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(creativesTexts);
  return (
    <Panel
      title={t('details.assignments')}
      actions={
        <span style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {isAssignable(creative) && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Link2 size={14} aria-hidden />}
              onClick={onAssign}
            >
              {t('action.assign')}
            </Button>
          )}
          {creative.adSets.length > 0 && creative.status !== 'archived' && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Link2Off size={14} aria-hidden />}
              onClick={onRemove}
            >
              {t('action.remove')}
            </Button>
          )}
        </span>
      }
    >
      {creative.adSets.length === 0 ? (
        <p className="faint text-13">{t('details.noAssignments')}</p>
      ) : (
        <ul className={'plain-list list-rows flush'}>
          {creative.adSets.map((adSet) => (
            <li key={adSet.id}>
              <span>
                {adSet.name}
                <small>
                  <Link to={campaignPath(adSet.campaignId)} search={{ tab: 'target' }}>
                    {adSet.campaignName}
                  </Link>
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
