import type { Report, ReportMarks } from '@placard/contract/reports';
import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { isMarkedAction } from '@placard/domain/analytics/report-marks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney, formatPercent } from '../../lib/format/number-format.ts';
import { formatMoment } from '../../lib/format/time-format.ts';
import type { ChartMark } from '../../ui/chart/chart-model.ts';
import { Unsettled } from '../../ui/states.tsx';
import { pointOfMark } from './point-of-mark.ts';
import { reportMarksTexts } from './report-marks-texts.ts';
import type { MarksQuery } from './use-report.ts';

type Mark = ReportMarks['items'][number];

/** In the words of whoever reads: what it was, of an edit its figures. */
function useMarkWords(): (mark: Mark, currency: string) => string {
  const t = useTexts(reportMarksTexts);
  return useMemo(() => {
    const figure = (value: number | null, currency: string) =>
      value === null ? t('none') : formatMoney(value, currency);
    return ({ action, subject: { name }, changes }, currency) => {
      if (!isMarkedAction(action)) return name;
      const share = formatPercent((changes[0]?.after ?? 0) / 100);
      if (action === 'website.share') return t(action, { name, share });
      if (action === 'account.share') return t(action, { share });
      const text = t(action, { name });
      const told = changes.flatMap(({ field, before, after }) =>
        field === 'share'
          ? []
          : [
              t('change', {
                field: t(`field.${field}`),
                before: figure(before, currency),
                after: figure(after, currency),
              }),
            ],
      );
      return told.length === 0 ? text : t('changed', { text, changes: told.join(', ') });
    };
  }, [t]);
}

/**
 * Reads what is marked on a report's chart, and lists it below, where keys and readers find it. The chart does not wait for it, nor for
 * its words.
 * @param onMarks a constant
 */
export default function MarkReader({
  query,
  grain,
  report,
  onMarks,
}: {
  query: MarksQuery;
  grain: TimeGrain;
  report: Report;
  onMarks: (marks: readonly ChartMark[] | undefined) => void;
}) {
  const t = useTexts(reportMarksTexts);
  const words = useMarkWords();
  const { data, isPending } = useQuery(query);
  const [placed, place] = useState(false);
  if (!placed && !isPending) place(true);
  const marks = useMemo(() => {
    if (data === undefined) return undefined;
    const items = data.items.flatMap((mark) => {
      const point = pointOfMark(report.series, grain, mark);
      const when = formatMoment(mark.at, report.timeZone);
      const actor = t(`actor.${mark.actorKind}`);
      return point < 0
        ? []
        : [{ id: mark.id, point, text: words(mark, report.currency), when: t('when', { when, actor }) }];
    });
    return items;
  }, [data, report, grain, words, t]);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  // Once there is a line or none; what is below the chart then stays seen while others are asked for.
  if (!placed) return <Unsettled />;
  if (marks === undefined || marks.length === 0) return null;
  return (
    <details className="above-8 text-13">
      <summary className="muted">{t(data?.more ? 'titleMore' : 'title', { count: marks.length })}</summary>
      <ul className="plain-list stack gap-6 above-8 scrolls high-240">
        {marks.map(({ id, text, when }) => (
          <li key={id}>
            <span className="faint">{when}</span> <span className="breaks">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
