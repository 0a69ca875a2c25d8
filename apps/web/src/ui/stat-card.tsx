import { ArrowDownRight, ArrowRight, ArrowUpRight, type LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { formatPercent } from '../lib/format/number-format.ts';
import { AfterFirstPaint } from './after-first-paint.tsx';
import { Sparkline } from './sparkline.tsx';
import classes from './stat-card.module.css';
import { Skeleton } from './states.tsx';

/** Change against the period before: `null` where there was nothing to compare with. */
export function changeOf(current: number, previous: number): number | null {
  return previous === 0 ? null : (current - previous) / Math.abs(previous);
}

function Change({
  change,
  goodWhen,
  period,
}: {
  change: number;
  goodWhen: 'up' | 'down' | 'neither';
  period: string | undefined;
}) {
  const t = useTexts(uiTexts);
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const Icon = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight }[direction];
  const judged =
    goodWhen === 'neither' || direction === 'same' ? 'faint' : direction === goodWhen ? 'good' : 'bad';
  const share = formatPercent(Math.abs(change));
  const words =
    period === undefined
      ? direction === 'same'
        ? t('change.same')
        : t(`change.${direction}`, { share })
      : direction === 'same'
        ? t('change.sameOn', { period })
        : t(`change.${direction}On`, { share, period });
  return (
    <span className={`inline-row text-12 semibold figure gap-4 nowrap ${judged}`} title={words}>
      <Icon size={14} aria-hidden />
      <span aria-hidden>{share}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** Whether the figures of a row of cards could not be had. */
const Failed = createContext(false);

/** One figure: what it is, how much, its change and its shape over time. */
export function StatCard({
  label,
  value,
  icon: Icon,
  change,
  goodWhen = 'up',
  period,
  spark,
  hint,
  loading = false,
}: {
  label: string;
  /** `<Count value />`, `<Money value short />`. */
  value: ReactNode;
  icon?: LucideIcon;
  /** Share of the period before, as `changeOf` gives it. */
  change?: number | null;
  goodWhen?: 'up' | 'down' | 'neither';
  /** What it is compared with, where that is not the period before. */
  period?: string | undefined;
  /** Its room is kept while the figure is not there, and where there is nothing to draw. */
  spark?: readonly number[];
  /** Not seen before the figure is there, and its room is kept. */
  hint?: ReactNode;
  loading?: boolean;
}) {
  const failed = useContext(Failed) && loading;
  const waits = loading && !failed;
  return (
    <div className={`card anchor grid gap-4 clipped ${classes.card}`}>
      <dt className={`flex top gap-6 muted text-13 breaks ${classes.label}`}>
        {Icon !== undefined && <Icon size={15} aria-hidden />}
        {label}
      </dt>
      <dd className={`no-margin text-24 bold figure nowrap ${classes.value}`}>
        {failed ? '–' : waits ? <Skeleton width={96} height="1.3em" /> : value}
      </dd>
      <dd className={`flex between gap-12 ${classes.row}`} style={{ margin: 0 }}>
        <span className="shrinks breaks">
          {change !== undefined && change !== null && !loading && (
            <Change change={change} goodWhen={goodWhen} period={period} />
          )}
          {hint !== undefined && (
            <span className="faint text-12" style={waits ? { visibility: 'hidden' } : undefined}>
              {hint}
            </span>
          )}
        </span>
        {spark !== undefined && (
          <span className={`shrinks accent ${classes.spark}`}>
            {!loading && <Sparkline values={spark} />}
          </span>
        )}
      </dd>
    </div>
  );
}

/** The row of cards above a list or a report. `failed`: what is still loading will not come; a dash takes its place. */
export function StatCards({ children, failed = false }: { children: ReactNode; failed?: boolean }) {
  return (
    <AfterFirstPaint>
      <Failed value={failed}>
        <dl className={classes.grid}>{children}</dl>
      </Failed>
    </AfterFirstPaint>
  );
}
