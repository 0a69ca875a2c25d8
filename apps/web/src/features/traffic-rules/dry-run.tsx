import type { TrafficDryRun } from '@placard/contract/traffic-rules';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { formatNumber, formatPercent } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { trafficTexts } from './texts.ts';

type Shares = TrafficDryRun['all'];
const COLUMNS = ['impressions', 'clicks', 'charged', 'pageViews', 'visits', 'conversions'] as const;

/** What rules would have filtered yesterday, and how sure that is. */
export function DryRunPanel({ run, title }: { run: TrafficDryRun; title?: string }) {
  const t = useTexts(trafficTexts);
  return (
    <Panel
      flush
      title={title ?? t('run.title')}
      description={t('run.description', { day: formatDate(run.day, 'UTC') })}
    >
      <DryRunTables run={run} />
    </Panel>
  );
}

export function DryRunTables({ run }: { run: TrafficDryRun }) {
  const t = useTexts(trafficTexts);
  if (run.sampled === 0) return <p className="muted pad-row">{t('run.empty')}</p>;
  return (
    <>
      <p className="muted text-13 pad-row">
        {t('run.sample', { sampled: formatNumber(run.sampled), events: formatNumber(run.estimatedEvents) })}
        {run.cut && ` ${t('run.cut')}`}
      </p>
      <ShareTable title={t('run.rules')} of={t('rule')}>
        {run.rules.map((rule) => (
          <ShareRow
            key={rule.id ?? 'new'}
            name={rule.label || rule.value}
            shares={rule}
            atMost={rule.atMost}
          />
        ))}
        {run.rules.length > 1 && <ShareRow name={t('run.all')} shares={run.all} atMost={false} />}
      </ShareTable>
      {run.websites.length === 0 ? (
        <p className="muted text-13 pad-row">{t('run.noWebsites')}</p>
      ) : (
        <ShareTable title={t('run.websites')} of={t('run.website')}>
          {run.websites.map((website) => (
            <ShareRow
              key={website.websiteId}
              name={
                <RecordLink kind="website" id={website.websiteId}>
                  <DomainName domain={website.domain} />
                </RecordLink>
              }
              shares={website}
              atMost={false}
            />
          ))}
        </ShareTable>
      )}
      <p className="muted text-13 pad-row">
        {t('run.error')}
        {run.rules.some(({ atMost }) => atMost) && ` ${t('run.atMostHint')}`}
        {` ${t('run.covers')}`}
      </p>
    </>
  );
}

function ShareTable({ title, of, children }: { title: string; of: string; children: ReactNode }) {
  const t = useTexts(trafficTexts);
  return (
    <Sideways label={title}>
      <table className="plain-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="end">
                {t(`run.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Sideways>
  );
}

function ShareRow({ name, shares, atMost }: { name: ReactNode; shares: Shares; atMost: boolean }) {
  const t = useTexts(trafficTexts);
  const textOf = (estimate: Shares['clicks']) => {
    if (estimate === null) return t('run.unknown');
    const [share, margin] = [formatPercent(estimate.share), formatPercent(estimate.margin)];
    const shown = t('run.share', { share, margin });
    return atMost ? t('run.atMost', { share: shown }) : shown;
  };
  return (
    <tr>
      <th scope="row" className="nowrap">
        {name}
      </th>
      {COLUMNS.map((column) => (
        <td key={column} className="end figure">
          {textOf(shares[column])}
        </td>
      ))}
    </tr>
  );
}
