import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadingState } from '../../ui/states.tsx';
import classes from './app-shell.module.css';

const NoticeList = lazyPart(() => import('../../kits/notices/notice-list.tsx'));

/** One counted row a minute; the tab that comes to the front asks at once. */
const ASK_EVERY_MS = 60_000;
const MOST_SHOWN = 99;

/** How much is unread; what it is opens on a press and is loaded then. */
export function NoticesBell() {
  const t = useTexts(shellTexts);
  const { data } = useQuery({
    ...apiQuery(api.notices.unread, undefined),
    refetchInterval: ASK_EVERY_MS,
  });
  const unread = data?.unread ?? 0;
  return (
    <>
      <Disclosure
        align="end"
        trigger={(props) => (
          <button type="button" {...props} className="icon-button anchor" aria-label={t('bell', { unread })}>
            <Bell size={17} aria-hidden />
            {unread > 0 && (
              <span className={`on-accent figure ${classes.unread}`} aria-hidden>
                {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
              </span>
            )}
          </button>
        )}
      >
        {(close) => (
          <div className={classes.notices}>
            <Suspense
              fallback={
                <div className="pad-row">
                  <LoadingState />
                </div>
              }
            >
              <NoticeList close={close} />
            </Suspense>
          </div>
        )}
      </Disclosure>
      <News unread={data?.unread} />
    </>
  );
}

/** Says it when more has come while the page was open, not at each load. */
function News({ unread }: { unread: number | undefined }) {
  const t = useTexts(shellTexts);
  const before = useRef(unread);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread > before.current) {
      setNews(t('bellNews', { unread }));
    }
    before.current = unread;
  }, [unread, t]);
  return (
    <span role="status" className="visually-hidden">
      {news}
    </span>
  );
}
