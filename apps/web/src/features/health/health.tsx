import type { Health } from '@placard/contract/health';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { noticeTexts } from '../../kits/notices/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { HeldRecord } from '../../ui/form/held-record.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { FilteredSamplesPanel } from './filtered-samples.tsx';
import { HealthCards } from './health-cards.tsx';
import { HealthChart } from './health-chart.tsx';
import { ProcessTable } from './process-table.tsx';
import { healthTexts } from './texts.ts';
import { ThresholdsPanel } from './thresholds-panel.tsx';

/** The ad servers tell every five seconds. */
const LOOK_AGAIN_MS = 10_000;

/** How the ad servers do now and over a day, what is beyond a threshold, and the thresholds. */
export default function DeliveryHealth() {
  const t = useTexts(healthTexts);
  const [search, change] = useSearchParameters();
  const range = search.range === 'day' ? 'day' : 'hour';
  const query = useQuery({ ...apiQuery(api.health.read, { range }), refetchInterval: LOOK_AGAIN_MS });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <ChoiceFilter
            label={t('range.label')}
            required
            value={range}
            choices={[
              { value: 'hour', label: t('range.hour') },
              { value: 'day', label: t('range.day') },
            ]}
            onChange={(chosen) => change({ range: chosen === 'day' ? 'day' : undefined })}
          />
        }
      />
      <Loaded query={query} failed={t('failed')}>
        {(health: Health) => (
          <div className="stack gap-20">
            <Alarms alarms={health.alarms} />
            <HealthCards health={health} />
            <HealthChart health={health} />
            <ProcessTable health={health} />
          </div>
        )}
      </Loaded>
      <div className="above-20">
        <FilteredSamplesPanel />
      </div>
      <div className="above-20">
        <HeldRecord query={query} failed={t('failed')} otherwise={() => null}>
          {({ thresholds }, renew) => <ThresholdsPanel held={thresholds} onRenew={renew} />}
        </HeldRecord>
      </div>
    </>
  );
}

/** One line while all is well. */
function Alarms({ alarms }: { alarms: Health['alarms'] }) {
  const t = useTexts(healthTexts);
  const words = useTexts(noticeTexts);
  const timeZone = useTimeZone();
  if (alarms.length === 0) {
    return (
      <Panel>
        <p className="row gap-12" role="status">
          <CircleCheck size={20} aria-hidden className="good rigid" />
          <span>{t('alarms.none')}</span>
        </p>
      </Panel>
    );
  }
  return (
    <Panel flush title={t('alarms.title')}>
      <ul className="plain-list list-rows">
        {alarms.map(({ kind, level, firstSeenAt, toldAt }) => (
          <li key={kind}>
            <span className="stack gap-4">
              <strong className="semibold">{words(`detail.alarm.${kind}`)}</strong>
              <small className="faint">
                {t('alarms.since', { at: formatDateTime(firstSeenAt, timeZone) })}
                {' · '}
                {toldAt === null
                  ? t('alarms.notTold')
                  : t('alarms.told', { at: formatDateTime(toldAt, timeZone) })}
              </small>
            </span>
            <span className={`badge to-end ${level === 'stop' ? 'on-bad' : 'on-warn'}`}>
              {t(`alarms.level.${level}`)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
