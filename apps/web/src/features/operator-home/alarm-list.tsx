import type { OperatorHome } from '@placard/contract/homes';
import type { AlarmKind } from '@placard/domain/home/alarms';
import { Link } from '@tanstack/react-router';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './operator-home.module.css';
import { operatorHomeTexts } from './texts.ts';

type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

const REPORT: Place = { to: '/operator/report' };
const HEALTH: Place = { to: '/operator/health' };
const RECONCILIATION: Place = { to: '/operator/reconciliation' };

/** Where each is looked at. */
const PLACES: Readonly<Record<AlarmKind, Place>> = {
  books_differ: RECONCILIATION,
  books_unchecked: RECONCILIATION,
  settlement_behind: HEALTH,
  delivery_silent: HEALTH,
  disk_low: HEALTH,
  spool_full: HEALTH,
  latency_high: HEALTH,
  fill_low: REPORT,
  filtered_high: { to: '/operator/filtered' },
  over_delivered: HEALTH,
  month_open: { to: '/operator/payouts', search: { tab: 'closings' } },
  reports_behind: REPORT,
  mail_stuck: { to: '/operator/mails' },
  wallets_empty: { to: '/operator/deposits', search: { status: 'pending' } },
};

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
            <li key={kind} className={`flex top-flex gap-12 ${classes.alarm}`}>
              <Icon size={18} aria-hidden className={`rigid ${level === 'stop' ? 'bad' : classes.warn}`} />
              <div className="stack gap-4 grow shrinks">
                <p className="row-wrap gap-8">
                  <span className={`badge ${level === 'stop' ? 'on-bad' : 'on-warn'}`}>
                    {t(`alarms.level.${level}`)}
                  </span>
                  <strong className="semibold">{t(`alarms.kind.${kind}`, { count: count ?? 0 })}</strong>
                </p>
                <p className="muted text-13">{t(`alarms.step.${kind}`)}</p>
                <p className="row-wrap gap-8-16 text-13">
                  <Link
                    to={PLACES[kind].to}
                    {...(PLACES[kind].search === undefined ? {} : { search: PLACES[kind].search })}
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
