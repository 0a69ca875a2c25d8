import type { Widget } from '@placard/contract/widgets';
import { formatAdSize } from '@placard/domain/ad-size';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { Day, dayColumn, moneyColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { websiteWidgetsPath, widgetEditPath } from '../../lib/publisher-paths.ts';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table/column.ts';
import { widgetsTexts } from './texts.ts';
import { WidgetStatus } from './widget-status.tsx';

type T = Translate<typeof widgetsTexts.english>;

const SIZES_SHOWN = 2;

function sizeTexts(row: Widget): string[] {
  return row.sizes.map(({ width, height }) => formatAdSize({ widthPx: width, heightPx: height }));
}

/** @param withWebsite the list is over all websites: each row names its own */
export function useWidgetColumns(withWebsite: boolean): readonly Column<Widget>[] {
  const t = useTexts(widgetsTexts);
  return useMemo(() => {
    const [name, ...rest] = mainColumns(t);
    const website = withWebsite ? [websiteColumn(t)] : [];
    return [...(name === undefined ? [] : [name]), ...website, ...rest, floorColumn(t)];
  }, [t, withWebsite]);
}

function mainColumns(t: T): Column<Widget>[] {
  return [
    textColumn('name', t('column.name'), (row) => row.name, {
      sort: true,
      fixed: true,
      cell: (row) => <NameCell row={row} />,
    }),
    textColumn('type', t('column.type'), (row) => t(`type.${row.type}`), { sort: true, plain: true }),
    textColumn('sizes', t('column.sizes'), (row) => sizeTexts(row).join('; '), {
      cell: (row) => <SizesCell row={row} />,
    }),
    statusColumn(t('column.status'), (row) => row, {
      sort: true,
      cell: (row) => <WidgetStatus widget={row} />,
    }),
    dayColumn('seenAt', t('column.seen'), (row) => row.seenAt, {
      cell: (row) =>
        row.seenAt === null ? (
          <span className="faint text-13">{t('notSeen')}</span>
        ) : (
          <Day value={row.seenAt} />
        ),
    }),
    dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
  ];
}

function websiteColumn(t: T): Column<Widget> {
  return textColumn('website', t('column.website'), (row) => shownDomain(row.domain), {
    plain: true,
    cell: (row) => (
      <Link className="quiet-link breaks" to={websiteWidgetsPath(row.websiteId)}>
        <DomainName domain={row.domain} />
      </Link>
    ),
  });
}

function floorColumn(t: T): Column<Widget> {
  return moneyColumn('floorCpm', t('column.floorCpm'), (row) => row.floorCpm, {
    hidden: true,
    cell: (row) =>
      row.floorCpm === null ? (
        <span className="faint text-13">{t('noFloor')}</span>
      ) : (
        <Money value={row.floorCpm} aligned />
      ),
  });
}

/** Where the website keeps it from being edited, the edit page says so. */
function NameCell({ row }: { row: Widget }) {
  return (
    <span className="name-cell">
      {row.status === 'archived' ? (
        <strong>{row.name}</strong>
      ) : (
        <Link to={widgetEditPath(row.websiteId, row.id)}>{row.name}</Link>
      )}
    </span>
  );
}

/** The first sizes, the others counted and named on hover. */
function SizesCell({ row }: { row: Widget }) {
  const t = useTexts(widgetsTexts);
  const sizes = sizeTexts(row);
  const more = sizes.length - SIZES_SHOWN;
  return (
    <span className="grid" title={sizes.join('\n')}>
      <span className="figure">{sizes.slice(0, SIZES_SHOWN).join(', ')}</span>
      {more > 0 && <small>{t('moreSizes', { count: more })}</small>}
    </span>
  );
}
