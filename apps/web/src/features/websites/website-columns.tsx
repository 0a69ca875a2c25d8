import type { Website } from '@placard/contract/websites';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { formatCompact, formatNumber } from '../../lib/format/number-format.ts';
import { websiteWidgetsPath } from '../../lib/publisher-paths.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { type ListedWebsite, reportColumns } from './report-figures.tsx';
import { websitesTexts } from './texts.ts';
import { AdsTxtStatus, WebsiteStatus } from './website-status.tsx';
import classes from './websites.module.css';

type T = Translate<typeof websitesTexts.english>;

/** The specification's columns; categories and widgets can be added by the column chooser, figures by report dates. */
export function useWebsiteColumns(figures: boolean): readonly Column<ListedWebsite>[] {
  const t = useTexts(websitesTexts);
  return useMemo(
    () => [...mainColumns(t), ...(figures ? reportColumns(t) : []), ...hiddenColumns(t)],
    [t, figures],
  );
}

function mainColumns(t: T): Column<Website>[] {
  return [
    {
      id: 'domain',
      header: t('column.website'),
      sort: true,
      fixed: true,
      csv: (row) => shownDomain(row.domain),
      cell: (row) => (
        <span className={classes.name}>
          <span>
            <Link to={websiteWidgetsPath(row.id)}>
              <DomainName domain={row.domain} />
            </Link>
            <Owned row={row} />
          </span>
          <small>{t('widgetCount', { count: row.widgetCount })}</small>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      sort: true,
      csv: (row) => row.status,
      cell: (row) => <WebsiteStatus website={row} />,
    },
    {
      id: 'traffic',
      header: t('column.traffic'),
      sort: true,
      end: true,
      csv: (row) => (isDeclaredRange(row) ? t(`range.${row.trafficRange}`) : row.traffic),
      cell: (row) => <Traffic row={row} />,
    },
    {
      id: 'adsTxt',
      header: t('column.adsTxt'),
      csv: (row) => row.adsTxt,
      cell: (row) => <AdsTxtStatus website={row} />,
    },
    {
      id: 'createdAt',
      header: t('column.created'),
      sort: true,
      csv: (row) => row.createdAt,
      cell: (row) => (
        <span className={classes.day}>
          <DateTime value={row.createdAt} />
        </span>
      ),
    },
  ];
}

function hiddenColumns(t: T): Column<Website>[] {
  const names = (row: Website) => row.categories.map((category) => t(`category.${category}`));
  return [
    {
      id: 'categories',
      header: t('column.categories'),
      hidden: true,
      csv: (row) => names(row).join('; '),
      cell: (row) => names(row).join(', '),
    },
    {
      id: 'widgets',
      header: t('column.widgets'),
      hidden: true,
      end: true,
      csv: (row) => row.widgetCount,
      cell: (row) => row.widgetCount,
    },
  ];
}

function Owned({ row }: { row: Website }) {
  const t = useTexts(websitesTexts);
  if (row.ownership === null) return null;
  const words = t(`owned.${row.ownership.how}`);
  return (
    <span className={classes.owned} role="img" aria-label={words} title={words}>
      <BadgeCheck size={15} aria-hidden />
    </span>
  );
}

type DeclaredRange = Website & { readonly trafficRange: NonNullable<Website['trafficRange']> };

const isDeclaredRange = (row: Website): row is DeclaredRange =>
  row.trafficSource === 'declared' && row.trafficRange !== null;

/** The figure and where it is from. */
function Traffic({ row }: { row: Website }) {
  const t = useTexts(websitesTexts);
  const declared = row.trafficSource === 'declared';
  const hint = declared ? t('trafficHint') : t('traffic.measuredHint', { count: row.traffic });
  return (
    <span className={classes.traffic} title={`${formatNumber(row.traffic)} · ${hint}`}>
      <span className={isDeclaredRange(row) ? classes.range : 'figure'}>
        {isDeclaredRange(row) ? t(`range.${row.trafficRange}`) : formatCompact(row.traffic)}
      </span>
      <small>{t(`traffic.${row.trafficSource}`)}</small>
    </span>
  );
}
