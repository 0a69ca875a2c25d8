import type { CampaignRow } from '@placard/contract/campaigns';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import {
  countColumn,
  Day,
  dayColumn,
  moneyColumn,
  statusColumn,
  textColumn,
} from '../../kits/list/columns.tsx';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { Money, useCurrency } from '../../ui/money.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CampaignStatus } from './campaign-status.tsx';
import classes from './campaigns.module.css';
import { EditButton } from './list/edit-button.tsx';
import { type ListedCampaign, useFigureColumns } from './list/figure-columns.tsx';
import { campaignsTexts } from './texts.ts';

type T = Translate<typeof campaignsTexts.english>;

/** The specification's columns; more can be shown by the column chooser. */
export function useCampaignColumns(): readonly Column<ListedCampaign>[] {
  const t = useTexts(campaignsTexts);
  const figures = useFigureColumns();
  return useMemo(() => [...mainColumns(t), ...hiddenColumns(t), ...figures], [t, figures]);
}

function mainColumns(t: T): Column<ListedCampaign>[] {
  return [
    textColumn('name', t('column.name'), (row) => row.name, {
      sort: true,
      fixed: true,
      cell: (row) => (
        <span className="inline-flex top-flex gap-4">
          <span className="name-cell">
            <Link to={campaignPath(row.id)}>{row.name}</Link>
            <small>{t(`objective.${row.objective}`)}</small>
          </span>
          <EditButton row={row} field="name" />
        </span>
      ),
    }),
    statusColumn(t('column.status'), (row) => row, {
      sort: true,
      cell: (row) => <CampaignStatus campaign={row} />,
    }),
    moneyColumn('budget', t('column.budget'), (row) => row.totalBudget, {
      sort: 'totalBudget',
      cell: (row) => (
        <span className={`inline-flex top-flex gap-4 ${classes.beside}`}>
          <EditButton row={row} field="totalBudget" />
          <Budget row={row} />
        </span>
      ),
    }),
    dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
    dayColumn('startDate', t('column.start'), (row) => row.startDate, { sort: true }),
    dayColumn('endDate', t('column.end'), (row) => row.endDate, {
      sort: true,
      cell: (row) =>
        row.endDate === null ? (
          <span className="faint" title={t('noEnd')}>
            –
          </span>
        ) : (
          <Day value={row.endDate} />
        ),
    }),
  ];
}

function hiddenColumns(t: T): Column<ListedCampaign>[] {
  return [
    moneyColumn('dailyBudget', t('column.dailyBudget'), (row) => row.dailyBudget, { hidden: true }),
    moneyColumn('spent', t('column.spent'), (row) => row.spent, { hidden: true }),
    countColumn('adSets', t('column.adSets'), (row) => row.adSetCount, { hidden: true }),
    countColumn('creatives', t('column.creatives'), (row) => row.creativeCount, { hidden: true }),
  ];
}

/** The total budget, and how much of it is spent as a line below. */
function Budget({ row }: { row: CampaignRow }) {
  const t = useTexts(campaignsTexts);
  const currency = useCurrency();
  const share = row.totalBudget > 0 ? Math.min(1, row.spent / row.totalBudget) : 0;
  return (
    <span
      className={`inline-grid gap-4 items-end ${classes.budget}`}
      title={t('spentOf', { spent: formatMoney(row.spent, currency) })}
    >
      <Money value={row.totalBudget} aligned />
      <span className={`full-width track coloured ${classes.spent}`} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="visually-hidden">{t('spentOf', { spent: formatMoney(row.spent, currency) })}</span>
    </span>
  );
}
