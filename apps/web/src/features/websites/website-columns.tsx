import type { Website } from '@placard/contract/websites';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { countColumn, dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { websiteWords } from '../../kits/website/texts.ts';
import { formatCompact, formatNumber } from '../../lib/format/number-format.ts';
import { websiteWidgetsPath } from '../../lib/publisher-paths.ts';
import type { Column } from '../../ui/table/column.ts';
import { type ListedWebsite, reportColumns } from './report-figures.tsx';
import { websitesTexts } from './texts.ts';
import { AdsTxtStatus, WebsiteStatus } from './website-status.tsx';

type T = Translate<typeof websitesTexts.english>;

/** The specification's columns; categories and widgets can be added by the column chooser, figures by report dates. */
export function useWebsiteColumns(figures: boolean): readonly Column<ListedWebsite>[] {
  const t = useTexts(websitesTexts);
  const categoryOf = useTexts(websiteWords);
  return useMemo(
    () => [...mainColumns(t), ...(figures ? reportColumns(t) : []), ...hiddenColumns(t, categoryOf)],
    [t, categoryOf, figures],
  );
}

function mainColumns(t: T): Column<Website>[] {
  return [
    textColumn('domain', t('column.website'), (row) => shownDomain(row.domain), {
      sort: true,
      fixed: true,
      cell: (row) => (
        <span className="name-cell">
          <span>
            <Link to={websiteWidgetsPath(row.id)}>
              <DomainName domain={row.domain} />
            </Link>
            <Owned row={row} />
          </span>
          <small>{t('widgetCount', { count: row.widgetCount })}</small>
        </span>
      ),
    }),
    statusColumn(t('column.status'), (row) => row, {
      sort: true,
      cell: (row) => <WebsiteStatus website={row} />,
    }),
    {
      id: 'traffic',
      header: t('column.traffic'),
      sort: true,
      end: true,
      csv: (row) => (isDeclaredRange(row) ? t(`range.${row.trafficRange}`) : row.traffic),
      cell: (row) => <Traffic row={row} />,
    },
    statusColumn(t('column.adsTxt'), (row) => ({ status: row.adsTxt }), {
      id: 'adsTxt',
      plain: false,
      cell: (row) => <AdsTxtStatus website={row} />,
    }),
    dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
  ];
}

function hiddenColumns(t: T, categoryOf: Translate<typeof websiteWords.english>): Column<Website>[] {
  const names = (row: Website) => row.categories.map((category) => categoryOf(`category.${category}`));
  return [
    textColumn('categories', t('column.categories'), (row) => names(row).join('; '), {
      hidden: true,
      cell: (row) => names(row).join(', '),
    }),
    countColumn('widgets', t('column.widgets'), (row) => row.widgetCount, { hidden: true }),
  ];
}

function Owned({ row }: { row: Website }) {
  const t = useTexts(websitesTexts);
  if (row.ownership === null) return null;
  const words = t(`owned.${row.ownership.how}`);
  return (
    <>
      {' '}
      <span className="good in-line" role="img" aria-label={words} title={words}>
        <BadgeCheck size={15} aria-hidden />
      </span>
    </>
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
    <span className="inline-grid items-end name-cell" title={`${formatNumber(row.traffic)} · ${hint}`}>
      <span className={isDeclaredRange(row) ? '' : 'figure'}>
        {isDeclaredRange(row) ? t(`range.${row.trafficRange}`) : formatCompact(row.traffic)}
      </span>
      <small>{t(`traffic.${row.trafficSource}`)}</small>
    </span>
  );
}
