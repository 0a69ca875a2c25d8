import type { CampaignRow } from '@placard/contract/campaigns';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { DateTime } from '../../ui/date-time.tsx';
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
    {
      id: 'name',
      header: t('column.name'),
      sort: true,
      fixed: true,
      csv: (row) => row.name,
      cell: (row) => (
        <span className={classes.editable}>
          <span className={classes.name}>
            <Link to={campaignPath(row.id)}>{row.name}</Link>
            <small>{t(`objective.${row.objective}`)}</small>
          </span>
          <EditButton row={row} field="name" />
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      sort: true,
      csv: (row) => row.status,
      cell: (row) => <CampaignStatus campaign={row} />,
    },
    {
      id: 'budget',
      header: t('column.budget'),
      sort: 'totalBudget',
      end: true,
      csv: (row) => row.totalBudget,
      cell: (row) => (
        <span className={classes.editable}>
          <EditButton row={row} field="totalBudget" />
          <Budget row={row} />
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: t('column.created'),
      sort: true,
      csv: (row) => row.createdAt,
      cell: (row) => <Day value={row.createdAt} />,
    },
    {
      id: 'startDate',
      header: t('column.start'),
      sort: true,
      csv: (row) => row.startDate,
      cell: (row) => <Day value={row.startDate} />,
    },
    {
      id: 'endDate',
      header: t('column.end'),
      sort: true,
      csv: (row) => row.endDate,
      cell: (row) =>
        row.endDate === null ? (
          <span className={classes.quiet} title={t('noEnd')}>
            –
          </span>
        ) : (
          <Day value={row.endDate} />
        ),
    },
  ];
}

function hiddenColumns(t: T): Column<ListedCampaign>[] {
  return [
    {
      id: 'dailyBudget',
      header: t('column.dailyBudget'),
      end: true,
      hidden: true,
      csv: (row) => row.dailyBudget,
      cell: (row) => (row.dailyBudget === null ? '–' : <Money value={row.dailyBudget} aligned />),
    },
    {
      id: 'spent',
      header: t('column.spent'),
      end: true,
      hidden: true,
      csv: (row) => row.spent,
      cell: (row) => <Money value={row.spent} aligned />,
    },
    {
      id: 'adSets',
      header: t('column.adSets'),
      end: true,
      hidden: true,
      csv: (row) => row.adSetCount,
      cell: (row) => row.adSetCount,
    },
    {
      id: 'creatives',
      header: t('column.creatives'),
      end: true,
      hidden: true,
      csv: (row) => row.creativeCount,
      cell: (row) => row.creativeCount,
    },
  ];
}

function Day({ value }: { value: string }) {
  return (
    <span className={classes.day}>
      <DateTime value={value} />
    </span>
  );
}

/** The total budget, and how much of it is spent as a line below. */
function Budget({ row }: { row: CampaignRow }) {
  const t = useTexts(campaignsTexts);
  const currency = useCurrency();
  const share = row.totalBudget > 0 ? Math.min(1, row.spent / row.totalBudget) : 0;
  return (
    <span className={classes.budget} title={t('spentOf', { spent: formatMoney(row.spent, currency) })}>
      <Money value={row.totalBudget} aligned />
      <span className={classes.spentTrack} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="visually-hidden">{t('spentOf', { spent: formatMoney(row.spent, currency) })}</span>
    </span>
  );
}
