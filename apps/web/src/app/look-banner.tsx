import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { lookTexts } from '../kits/looks/texts.ts';
import { api } from '../lib/api/api.ts';
import { serverNow } from '../lib/server-clock.ts';
import { leaveLook, leavePage, useSession } from '../lib/session/session-store.ts';
import classes from './look-banner.module.css';

const MINUTE_MS = 60_000;
/** Often enough for a figure in minutes. */
const TICK_MS = 5_000;

/** Tells the server by the operator's own token. Where that fails, the look's time ends it. */
async function end(): Promise<void> {
  const back = leaveLook();
  await api.looks.end().catch(() => undefined);
  leavePage(back);
}

/** Says on every screen whose account an operator looks at, and as whom; ends the look, by itself as well. */
export default function LookBanner({ untilMs }: { untilMs: number }) {
  const t = useTexts(lookTexts);
  const { user } = useSession();
  const [nowMs, setNowMs] = useState(Date.now);
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    if (isOver) {
      void end();
      return;
    }
    const timer = setInterval(() => setNowMs(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  const operator = user === null ? '' : `${user.firstName} ${user.lastName}`.trim() || user.email;
  const minutes = Math.max(1, Math.ceil((untilMs - nowMs) / MINUTE_MS));
  return (
    <aside className={`row gap-8 text-13 ${classes.banner}`} aria-label={t('banner.label')} data-keep-clear>
      <Eye className="rigid" size={16} aria-hidden />
      {user !== null && (
        <span className="clamped breaks">
          <strong>{t('banner.whose', { account: user.accountName, operator })}</strong>{' '}
          <span className={classes.more}>{t('banner.readsOnly')}</span> {t('banner.left', { minutes })}
        </span>
      )}
      <span className="grow" />
      <button
        type="button"
        className={`plain-button rigid rounded-small bold ${classes.end}`}
        onClick={() => void end()}
      >
        {t('banner.end')}
      </button>
    </aside>
  );
}
