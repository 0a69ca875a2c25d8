import type { FilteredEvents as Filtered } from '@placard/contract/reports';
import { EVENT_KINDS, type EventKind } from '@placard/domain/event-kind';
import type { FilterReason } from '@placard/domain/filter-reason';
import { useTexts } from '../../i18n/texts.ts';
import { Count } from '../../ui/count.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { filterTexts } from './filter-texts.ts';
import classes from './report.module.css';

/** Reasons down, kinds of event across, most frequent reason first, the sums below. */
export function FilteredEvents({
  items,
  caption,
  framed = true,
}: {
  items: Filtered;
  caption: string;
  /** Without a frame of its own: in a panel that has one. */
  framed?: boolean;
}) {
  const t = useTexts(filterTexts);
  const byReason = new Map<FilterReason, Map<EventKind, number>>();
  for (const { reason, kind, count } of items) {
    const kinds = byReason.get(reason) ?? new Map<EventKind, number>();
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    byReason.set(reason, kinds);
  }
  const sums = new Map<EventKind, number>();
  for (const { kind, count } of items) sums.set(kind, (sums.get(kind) ?? 0) + count);
  const rows = [...byReason].map(([reason, kinds]) => ({
    reason,
    kinds,
    total: [...kinds.values()].reduce((sum, count) => sum + count, 0),
  }));
  rows.sort((left, right) => right.total - left.total || left.reason.localeCompare(right.reason));
  return (
    <Sideways label={caption} className={framed ? 'card' : ''}>
      <table className={`plain-table ${classes.table}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reasonColumn')}</th>
            {EVENT_KINDS.map((kind) => (
              <th key={kind} scope="col" className="end">
                {t(`kind.${kind}`)}
              </th>
            ))}
            <th scope="col" className="end">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reason, kinds, total }) => (
            <tr key={reason}>
              <th scope="row">
                {t(`reason.${reason}`)}
                <small>{t(`meaning.${reason}`)}</small>
              </th>
              {EVENT_KINDS.map((kind) => (
                <FigureCell key={kind} label={t(`kind.${kind}`)} value={kinds.get(kind) ?? 0} />
              ))}
              <FigureCell label={t('total')} value={total} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {EVENT_KINDS.map((kind) => (
              <FigureCell key={kind} label={t(`kind.${kind}`)} value={sums.get(kind) ?? 0} />
            ))}
            <FigureCell label={t('total')} value={rows.reduce((sum, row) => sum + row.total, 0)} />
          </tr>
        </tfoot>
      </table>
    </Sideways>
  );
}

/** On a phone the cell names itself, and one without events is left out. */
function FigureCell({ label, value }: { label: string; value: number }) {
  return (
    <td className="end" data-label={label} data-none={value === 0 || undefined}>
      <Count value={value} />
    </td>
  );
}
