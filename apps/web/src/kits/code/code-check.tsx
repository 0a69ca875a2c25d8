import type { CodeCheck } from '@placard/contract/collector';
import { TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import classes from '../../ui/code/code.module.css';
import { LiveCheck } from '../../ui/code/code-dialog.tsx';
import { analyticsCodeTexts } from './texts.ts';

/** How often a page that shows a code asks whether it has been seen. */
export const CODE_CHECK_MS = 3_000;

/** Whether an analytics code has been seen, how often of late, and what was wrong with its calls. */
export function CodeCheckReport({ check }: { check: CodeCheck }) {
  const t = useTexts(analyticsCodeTexts);
  return (
    <div className={`stack gap-12 ${classes.report}`}>
      <LiveCheck seenAt={check.lastSeenAt} />
      {check.lastSeenAt !== null && <p className="muted">{t('check.hits', { count: check.hitsLastHour })}</p>}
      {check.problems.length > 0 && (
        <div>
          <h3 className={classes.title}>{t('check.problems')}</h3>
          <ul className={`grid gap-8 no-padding no-bullets ${classes.problems}`}>
            {check.problems.map(({ problem, detail, count, lastAt }) => (
              <li key={`${problem} ${detail}`}>
                <TriangleAlert size={16} aria-hidden />
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
