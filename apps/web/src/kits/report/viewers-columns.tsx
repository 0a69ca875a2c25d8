import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMean } from '../../lib/format/number-format.ts';
import { Count } from '../../ui/count.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { BreakdownRow } from './breakdown-rows.ts';
import { reportTexts } from './texts.ts';
import { type ViewersQuery, viewersOfRows } from './viewers-of-rows.ts';

/** Viewers of each row, hidden at first; none where they are not counted by what the rows are of. */
export function useViewersColumns(query: ViewersQuery | null): Column<BreakdownRow>[] {
  const t = useTexts(reportTexts);
  return useMemo(() => {
    if (query === null) return [];
    const common = { sort: true, end: true, hidden: true } as const;
    return [
      {
        ...common,
        id: 'viewers',
        header: t('viewerDays'),
        csv: (row) => row.viewers?.viewerDays ?? null,
        cell: (row) => <ViewersCell query={query} row={row} figure="viewerDays" />,
      },
      {
        ...common,
        id: 'frequency',
        header: t('frequency'),
        csv: (row) => row.viewers?.frequency ?? null,
        cell: (row) => <ViewersCell query={query} row={row} figure="frequency" />,
      },
    ];
  }, [query, t]);
}

/** Whoever shows the column asks for its figures, and all of its cells once: nobody else's page does. */
function ViewersCell({
  query,
  row,
  figure,
}: {
  query: ViewersQuery;
  row: BreakdownRow;
  figure: 'viewerDays' | 'frequency';
}) {
  const { data } = useQuery(query);
  const value = useMemo(() => viewersOfRows(data).get(row.id)?.[figure], [data, row.id, figure]);
  if (typeof value !== 'number') return '–';
  return figure === 'viewerDays' ? <Count value={value} /> : formatMean(value);
}
