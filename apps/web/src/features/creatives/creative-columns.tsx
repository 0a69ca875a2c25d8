import type { CreativeRow } from '@placard/contract/creatives';
import { Link } from '@tanstack/react-router';
import { Code } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { campaignPath, creativePath } from '../../lib/advertiser-paths.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CreativeStatus } from './creative-status.tsx';
import classes from './creatives.module.css';
import { presetOf, sizeKey, sizeText } from './size-text.ts';
import { creativesTexts } from './texts.ts';

export function useCreativeColumns(): readonly Column<CreativeRow>[] {
  const t = useTexts(creativesTexts);
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        sort: true,
        fixed: true,
        csv: (row) => row.name,
        cell: (row) => <NameCell row={row} />,
      },
      {
        id: 'type',
        header: t('column.type'),
        sort: true,
        csv: (row) => row.type,
        cell: (row) => t(`type.${row.type}`),
      },
      {
        id: 'size',
        header: t('column.size'),
        sort: true,
        csv: (row) => sizeKey(row.size),
        cell: (row) => <SizeCell row={row} />,
      },
      {
        id: 'adSets',
        header: t('column.adSets'),
        csv: (row) => row.adSets.map((adSet) => adSet.name).join('; '),
        cell: (row) => <AdSetsCell row={row} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        sort: true,
        csv: (row) => row.status,
        cell: (row) => <CreativeStatus creative={row} />,
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
    ],
    [t],
  );
}

function NameCell({ row }: { row: CreativeRow }) {
  return (
    <span className={classes.name}>
      <span className={classes.thumb} aria-hidden>
        {row.imageUrl === null ? <Code size={16} /> : <img src={row.imageUrl} alt="" loading="lazy" />}
      </span>
      <Link to={creativePath(row.id)}>{row.name}</Link>
    </span>
  );
}

function SizeCell({ row }: { row: CreativeRow }) {
  const t = useTexts(creativesTexts);
  const preset = presetOf(row.size);
  return (
    <span className={classes.size}>
      <span className="figure">{sizeText(row.size)}</span>
      {preset !== null && <small>{t(`sizeName.${preset}`)}</small>}
    </span>
  );
}

/** The first ad set by name, the others counted and named on hover. */
function AdSetsCell({ row }: { row: CreativeRow }) {
  const t = useTexts(creativesTexts);
  const [first, ...others] = row.adSets;
  if (first === undefined) return <span className={classes.quiet}>{t('notAssigned')}</span>;
  return (
    <span className={classes.size} title={row.adSets.map((adSet) => adSet.name).join('\n')}>
      <Link to={campaignPath(first.campaignId)} search={{ tab: 'target' }} className={classes.plain}>
        {first.name}
      </Link>
      {others.length > 0 && <small>{t('moreAdSets', { count: others.length })}</small>}
    </span>
  );
}
