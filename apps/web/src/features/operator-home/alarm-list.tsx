import type { OperatorHome } from '@placard/contract/homes';
import { Link } from '@tanstack/react-router';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ALARM_PLACES } from './places.ts';
import { operatorHomeTexts } from './texts.ts';

/** What does not end by itself: a sentence, the step that ends it, and where to look. */
export function AlarmList({ alarms }: { alarms: OperatorHome['alarms'] }) {
  const t = useTexts(operatorHomeTexts);
  const timeZone = useTimeZone();
  return (
    <Panel flush title={t('alarms.title')}>
      <ul className="plain-list lined">
        {alarms.map(({ kind, level, since, count }) => {
          const Icon = level === 'stop' ? OctagonAlert : TriangleAlert;
          return (
            <li key={kind} className="flex top-flex gap-12 pad-row">
              <Icon size={18} aria-hidden className={`rigid above-4 ${level === 'stop' ? 'bad' : 'warn'}`} />
              <div className="stack gap-4 grow shrinks">
                <p className="row wrap gap-8">
                  <span className={`badge ${level === 'stop' ? 'on-bad' : 'on-warn'}`}>
                    {t(`alarms.level.${level}`)}
                  </span>
                  <strong className="semibold">{t(`alarms.kind.${kind}`, { count: count ?? 0 })}</strong>
                </p>
                <p className="muted text-13">{t(`alarms.step.${kind}`)}</p>
                <p className="row wrap gap-8-16 text-13">
                  <Link
                    to={ALARM_PLACES[kind].to}
                    {...(ALARM_PLACES[kind].search === undefined
                      ? {}
                      : { search: ALARM_PLACES[kind].search })}
                  >
                    {t(`alarms.link.${kind}`)}
                  </Link>
                  {since !== null && (
                    <span className="faint">
                      {t('alarms.since', { at: formatDateTime(since, timeZone) })}
                    </span>
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
