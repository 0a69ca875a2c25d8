import type { CampaignActivity } from '@placard/contract/campaign-insight';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, History } from 'lucide-react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { api, apiPages } from '../../../lib/api/api.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ReadOn } from '../../../ui/read-on.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../ui/states.tsx';
import classes from '../campaigns.module.css';
import { type Change, causeOf, changesOf, reasonOf, sentenceOf } from './activity-changes.ts';
import { campaignActivityTexts } from './texts.ts';
import { useChangeWords } from './use-change-words.ts';

const PAGE = 25;
type T = Translate<typeof campaignActivityTexts.english>;

/** Who changed what, newest first. */
export default function ActivityTab({ campaignId }: { campaignId: number }) {
  const t = useTexts(campaignActivityTexts);
  const query = useInfiniteQuery(apiPages(api.campaigns.activity, { id: campaignId, limit: PAGE }));
  if (query.isError && query.data === undefined) {
    return <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <LoadingState lines={6} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState icon={History} title={t('none')} text={t('noneText')} />;
  return (
    <Panel title={t('title')} description={t('description')}>
      <ol className="plain-list grid">
        {items.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </ol>
      <ReadOn
        query={query}
        count={items.length}
        label={t('more')}
        failed={t('moreFailed')}
        className="above-12"
      />
    </Panel>
  );
}

function Entry({ item }: { item: CampaignActivity }) {
  const t = useTexts(campaignActivityTexts);
  const changes = changesOf(item);
  const reason = reasonOf(item.detail);
  const cause = causeOf(item.detail);
  return (
    <li className={`grid gap-6 line-above ${classes.entry}`}>
      <div className="flex wrap between gap-8-16">
        <strong className="semibold breaks">{titleOf(t, item)}</strong>
        <span className="faint text-13">
          {t('by', { actor: actorOf(t, item) })} · <DateTime value={item.at} withTime />
        </span>
      </div>
      {reason !== '' && <p className="muted">{t('reason', { text: reason })}</p>}
      {cause !== null && <p className="muted">{t(`because.${cause}`)}</p>}
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  );
}

function titleOf(t: T, { action, subject }: CampaignActivity): string {
  const sentence = sentenceOf(action);
  return sentence === null ? t('other', { action }) : t(sentence, { name: subject.name });
}

function actorOf(t: T, { actor, actorKind }: CampaignActivity): string {
  if (actorKind === 'advertiser') return actor;
  return actorKind === 'operator' || actorKind === 'system' ? t(`actor.${actorKind}`) : t('actor.other');
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useTexts(campaignActivityTexts);
  const words = useChangeWords();
  return (
    <dl className={`grid gap-4 no-margin text-13 ${classes.changes}`}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="muted">{t(`fields.${field}`)}</dt>
          <dd className="row wrap gap-4 figure">
            <span className="visually-hidden">{t('before')}</span>
            <s className="faint">{words(field, before)}</s>
            <ArrowRight className="faint" size={14} aria-hidden />
            <span className="visually-hidden">{t('after')}</span>
            <span>{words(field, after)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
