import type { Diagnosis, PacedAdSet, Pacing } from '@placard/contract/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { diagnosisTexts } from '../../../kits/diagnosis/texts.ts';
import { VerdictBadge } from '../../../kits/diagnosis/verdict-badge.tsx';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { formatMoney, formatMoneyShort } from '../../../lib/format/number-format.ts';
import { formatZone } from '../../../lib/format/time-format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartPoint } from '../../../ui/chart/chart-model.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states.tsx';

const TODAYS = ['planned', 'spent'] as const;
const FLIGHTS = ['planned', 'spent', 'unpaid'] as const;
const SPANS = ['today', 'flight'] as const;
type Span = (typeof SPANS)[number];
type T = Translate<typeof diagnosisTexts.english>;

/** Spent against plan, one ad set at a time. */
export function PacingPanel({
  campaignId,
  diagnosis,
}: {
  campaignId: number;
  diagnosis: Diagnosis | undefined;
}) {
  const t = useTexts(diagnosisTexts);
  const query = useQuery(apiQuery(api.diagnosis.pacing, { id: campaignId }));
  const zone = query.data === undefined ? '' : formatZone(query.data.timeZone, serverNow());
  return (
    <Panel
      title={t('pacing.title')}
      description={query.data === undefined ? undefined : t('pacing.text', { zone })}
    >
      <Loaded query={query} failed={t('pacing.failed')}>
        {(pacing) => <Paced pacing={pacing} diagnosis={diagnosis} />}
      </Loaded>
    </Panel>
  );
}

function Paced({ pacing, diagnosis }: { pacing: Pacing; diagnosis: Diagnosis | undefined }) {
  const t = useTexts(diagnosisTexts);
  const [chosen, setChosen] = useState<string>();
  const [span, setSpan] = useState<Span>('today');
  const adSet = pacing.adSets.find(({ id }) => String(id) === chosen) ?? pacing.adSets[0];
  if (adSet === undefined) return <p>{t('pacing.none')}</p>;
  const money = (dollars: number) => formatMoney(dollars, pacing.currency);
  const short = (dollars: number) => formatMoneyShort(dollars, pacing.currency);
  const keys = span === 'today' ? TODAYS : FLIGHTS;
  const series = keys.map((key) => ({
    key,
    label: t(`pacing.${key}`),
    format: money,
    axisFormat: short,
    unit: 'money',
  }));
  const points: ChartPoint[] =
    span === 'today'
      ? adSet.hours.map(({ at, planned, spent }) => ({ at, values: { planned, spent } }))
      : adSet.days.map(({ at, planned, spent, unpaid }) => ({ at, values: { planned, spent, unpaid } }));
  const { name } = adSet;
  return (
    <>
      <div className="row wrap gap-12 below-16">
        {pacing.adSets.length > 1 && (
          <ChoiceFilter
            required
            label={t('pacing.adSet')}
            value={String(adSet.id)}
            choices={pacing.adSets.map((each) => ({ value: String(each.id), label: each.name }))}
            onChange={setChosen}
          />
        )}
        <ChoiceFilter
          required
          label={t('pacing.span')}
          value={span}
          choices={SPANS.map((value) => ({ value, label: t(`pacing.${value}`) }))}
          onChange={(value) => setSpan(value ?? 'today')}
        />
      </div>
      <div className="row wrap gap-8 below-16">
        <VerdictBadge verdict={adSet.state}>{t(`pacing.state.${adSet.state}`)}</VerdictBadge>
        <p className="muted">
          {paceWords(t, adSet, { short, diagnosis })}{' '}
          {t('pacing.total', { spent: short(adSet.totalSpent), budget: short(adSet.totalBudget) })}
        </p>
      </div>
      {points.some(({ values }) => values.planned !== 0 || (values.spent ?? 0) !== 0) && (
        <Chart
          label={t(span === 'today' ? 'pacing.chartToday' : 'pacing.chartFlight', { name })}
          grain={span === 'today' ? 'hour' : 'day'}
          points={points}
          series={series}
        />
      )}
    </>
  );
}

/** How it stands; where it is behind, with what takes most of its views. */
function paceWords(
  t: T,
  adSet: PacedAdSet,
  around: { readonly short: (dollars: number) => string; readonly diagnosis: Diagnosis | undefined },
): string {
  const amounts = {
    spent: around.short(adSet.todaySpent),
    planned: around.short(adSet.todayPlanned),
    budget: around.short(adSet.todayBudget),
  };
  const main = around.diagnosis?.adSets.find(({ id }) => id === adSet.id)?.main ?? null;
  if (adSet.state !== 'behind' || main === null) return t(`pacing.words.${adSet.state}`, amounts);
  return t('pacing.words.behindBecause', { ...amounts, gate: t(`gate.${main}`) });
}
