import type { CampaignFigures } from '@placard/contract/campaign-insight';
import type { CampaignRow } from '@placard/contract/campaigns';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { formatMoneyCents, formatNumber, formatPercent } from '../../../lib/format/number-format.ts';
import { Money, useCurrency } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import type { FIGURE_COLUMNS } from './figure-names.ts';
import { useFigures } from './page-figures.tsx';
import { campaignListTexts } from './texts.ts';

type Figure = (typeof FIGURE_COLUMNS)[number];

/** A row of the list; exported ones carry their figures. */
export type ListedCampaign = CampaignRow & { readonly figures?: CampaignFigures | undefined };
type T = Translate<typeof campaignListTexts.english>;

/** What is measured, off at first: it costs a question to analytics. */
export function useFigureColumns(): readonly Column<ListedCampaign>[] {
  const t = useTexts(campaignListTexts);
  return useMemo(
    () => [
      column(t, 'impressions', (figures) => figures.impressions),
      column(t, 'viewableRate', (figures) => figures.viewableRate),
      column(t, 'clicks', (figures) => figures.clicks),
      column(t, 'ctr', (figures) => figures.ctr),
      column(t, 'spend', (figures) => figures.spend),
      column(t, 'pacing', ({ pacing }) => pacingShare(pacing)),
    ],
    [t],
  );
}

function column(
  t: T,
  id: Figure,
  value: (figures: CampaignFigures) => number | null,
): Column<ListedCampaign> {
  return {
    id,
    header: t(`column.${id}`),
    end: true,
    hidden: true,
    csv: (row) => (row.figures === undefined ? null : value(row.figures)),
    ...(id === 'spend' ? { currency: () => null } : {}),
    cell: (row) => <FigureCell campaignId={row.id} figure={id} />,
  };
}

/** Part of the plan so far that is spent; null where nothing is planned yet. */
export function pacingShare(pacing: CampaignFigures['pacing']): number | null {
  return pacing === null || pacing.plannedSoFar === 0 ? null : pacing.spentToday / pacing.plannedSoFar;
}

function FigureCell({ campaignId, figure }: { campaignId: number; figure: Figure }) {
  const t = useTexts(campaignListTexts);
  const figures = useFigures(campaignId);
  if (figures === undefined) return <Skeleton width={44} height={12} />;
  if (figures === null) return <Unknown title={t('figures.failed')} />;
  if (figure === 'pacing') return <Pacing pacing={figures.pacing} />;
  if (figure === 'spend') return <Money value={figures.spend} aligned />;
  if (figure === 'impressions' || figure === 'clicks') {
    return <span className="figure">{formatNumber(figures[figure])}</span>;
  }
  const share = figures[figure];
  if (share === null) return <Unknown title={t('figures.none')} />;
  return <span className="figure">{formatPercent(share)}</span>;
}

function Unknown({ title }: { title: string }) {
  return (
    <span className="faint" title={title}>
      –<span className="visually-hidden">{title}</span>
    </span>
  );
}

function Pacing({ pacing }: { pacing: CampaignFigures['pacing'] }) {
  const t = useTexts(campaignListTexts);
  const currency = useCurrency();
  if (pacing === null) return <Unknown title={t('pacing.notToday')} />;
  const money = (dollars: number) => formatMoneyCents(dollars, currency);
  const whole = money(pacing.plannedToday);
  const share = pacingShare(pacing);
  if (share === null) return <Unknown title={t('pacing.nothingYet', { whole })} />;
  const amounts = { spent: money(pacing.spentToday), planned: money(pacing.plannedSoFar) };
  return (
    <span className={`inline-grid items-end`} title={t('pacing.explained', { ...amounts, whole })}>
      <span className="figure">{formatPercent(share)}</span>
      <small className="nowrap figure">{t('pacing.of', amounts)}</small>
    </span>
  );
}
