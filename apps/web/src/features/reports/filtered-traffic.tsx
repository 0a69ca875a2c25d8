import { namedDaysIssue } from '@placard/domain/day-bounds';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { FilteredEvents } from '../../kits/report/filtered-events.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { addDays, dayIn, formatDate } from '../../lib/format/time-format.ts';
import { dayParameter, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { DayRangeFilter, DaysNotice } from '../../ui/filters.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded, Unsettled } from '../../ui/states.tsx';
import { networkTexts } from './network-texts.ts';

const DAYS_SHOWN_AT_FIRST = 7;

/** Events of the whole network that were not billed, by reason and kind. */
export default function FilteredTraffic() {
  const t = useTexts(networkTexts);
  const reasons = useTexts(filterTexts);
  const timeZone = useTimeZone();
  const [raw, change] = useSearchParameters();
  const chosen = readFilters({ from: dayParameter, to: dayParameter }, raw);
  const today = dayIn(timeZone, serverNow());
  const endingOn = (day: string) => ({ from: addDays(day, 1 - DAYS_SHOWN_AT_FIRST), to: day });
  const asked = { ...endingOn(chosen.to ?? today), ...chosen };
  const issue = namedDaysIssue(raw, asked, today);
  const { from, to } = issue === null ? asked : endingOn(today);
  const query = useQuery(apiQuery(api.reports.operatorFiltered, { from, to }));
  return (
    <>
      <PageHeader
        title={t('filtered.title')}
        description={t('filtered.description')}
        actions={
          <>
            <ButtonLink to="/operator/traffic-rules" variant="default">
              {t('filtered.rules')}
            </ButtonLink>
            <DayRangeFilter
              label={t('filtered.period')}
              clearable={false}
              value={{ from, to }}
              onChange={(range) => change({ from: range.from, to: range.to })}
            />
          </>
        }
      />
      <DaysNotice issue={issue} from={from} to={to} />
      <DataCentres />
      <Loaded query={query} failed={t('filtered.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              framed
              icon={ShieldCheck}
              title={t('filtered.empty')}
              text={t('filtered.emptyText')}
            />
          ) : (
            <FilteredEvents items={items} caption={reasons('caption')} />
          )
        }
      </Loaded>
    </>
  );
}

/** By what data centres are recognised, and how to have them recognised where they are not. */
function DataCentres() {
  const t = useTexts(networkTexts);
  const timeZone = useTimeZone();
  const query = useQuery(apiQuery(api.reports.operatorNetworks, {}));
  if (query.data === undefined) return query.isPending && <Unsettled />;
  const { state, networks, fileAt } = query.data;
  const day = fileAt === null ? '' : formatDate(fileAt, timeZone);
  const how = t('filtered.networks.how', {
    file: 'networks/ip2asn-combined.tsv.gz',
    variable: 'PLACARD_ASN_FILE',
  });
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice tone={state === 'on' ? 'info' : 'warn'}>
        {t(`filtered.networks.${state}`, { count: networks, day })}
        {state === 'off' && ` ${how}`}
      </Notice>
    </div>
  );
}
