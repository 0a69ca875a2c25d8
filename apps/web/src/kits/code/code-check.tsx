import type { CodeCheck } from '@placard/contract/collector';
import { TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { LiveCheck } from '../../ui/code/code-dialog.tsx';
import { analyticsCodeTexts } from './texts.ts';

/** How often a page that shows a code asks whether it has been seen. */
export const CODE_CHECK_MS = 3_000;

/** Whether an analytics code has been seen, how often of late, and what was wrong with its calls. */
export function CodeCheckReport({ check }: { check: CodeCheck }) {
  const t = useTexts(analyticsCodeTexts);
  return (
    <div className="stack gap-12">
      <LiveCheck seenAt={check.lastSeenAt} />
      {check.lastSeenAt !== null && <p className="muted">{t('check.hits', { count: check.hitsLastHour })}</p>}
      {check.problems.length > 0 && (
        <div>
          <h3 className="text-15">{t('check.problems')}</h3>
          <ul className="plain-list grid gap-8 above-8 text-13">
            {check.problems.map(({ problem, detail, count, lastAt }) => (
              <li key={`${problem} ${detail}`} className="flex gap-8 breaks">
                <TriangleAlert size={16} className="warn" aria-hidden />
                <span>
                  {t(`problem.${problem}`, { detail })}{' '}
                  <small>{t('check.times', { count, when: formatRelative(lastAt, serverNow()) })}</small>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
