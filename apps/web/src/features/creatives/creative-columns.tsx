import type { CreativeRow } from '@placard/contract/creatives';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Thumbnail } from '../../kits/ad-preview/thumbnail.tsx';
import { dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { campaignPath, creativePath } from '../../lib/advertiser-paths.ts';
import type { Column } from '../../ui/table/column.ts';
import { CreativeStatus } from './creative-status.tsx';
import { presetOf, sizeKey, sizeText } from './size-text.ts';
import { creativesTexts } from './texts.ts';

export function useCreativeColumns(): readonly Column<CreativeRow>[] {
  const t = useTexts(creativesTexts);
  return useMemo(
    () => [
      textColumn('name', t('column.name'), (row) => row.name, {
        sort: true,
        fixed: true,
        cell: (row) => <NameCell row={row} />,
      }),
      textColumn('type', t('column.type'), (row) => t(`type.${row.type}`), { sort: true }),
      textColumn('size', t('column.size'), (row) => sizeKey(row.size), {
        sort: true,
        plain: true,
        cell: (row) => <SizeCell row={row} />,
      }),
      textColumn('adSets', t('column.adSets'), (row) => row.adSets.map((adSet) => adSet.name).join('; '), {
        cell: (row) => <AdSetsCell row={row} />,
      }),
      statusColumn(t('column.status'), (row) => row, {
        sort: true,
        cell: (row) => <CreativeStatus creative={row} />,
      }),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
    ],
    [t],
  );
}

function NameCell({ row }: { row: CreativeRow }) {
  return (
    <span className="inline-row gap-12">
      <Thumbnail imageUrl={row.imageUrl} />
      <Link to={creativePath(row.id)} className="quiet-link semibold breaks shrinks height-28">
        {row.name}
      </Link>
    </span>
  );
}

function SizeCell({ row }: { row: CreativeRow }) {
  const t = useTexts(creativesTexts);
  const preset = presetOf(row.size);
  return (
    <span className="grid">
      <span className="figure">{sizeText(row.size)}</span>
      {preset !== null && <small>{t(`sizeName.${preset}`)}</small>}
    </span>
  );
}

/** The first ad set by name, the others counted and named on hover. */
function AdSetsCell({ row }: { row: CreativeRow }) {
  const t = useTexts(creativesTexts);
  const [first, ...others] = row.adSets;
  if (first === undefined) return <span className="faint text-13">{t('notAssigned')}</span>;
  return (
    <span className="grid" title={row.adSets.map((adSet) => adSet.name).join('\n')}>
      <Link to={campaignPath(first.campaignId)} search={{ tab: 'target' }} className="quiet-link">
        {first.name}
      </Link>
      {others.length > 0 && <small>{t('moreAdSets', { count: others.length })}</small>}
    </span>
  );
}
