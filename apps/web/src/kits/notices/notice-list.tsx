import type { Notice } from '@placard/contract/notices';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiPages } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/faults/api-error.ts';
import { formatDateTime, formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { CountSaid } from '../../ui/count-said.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { readOn } from '../../ui/read-on.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { noticeDetail, noticePath, noticeTitle } from './notice-words.ts';
import classes from './notices.module.css';
import { noticeTexts } from './texts.ts';

const PAGE = 15;

/** What the bell opens: the newest first, each leading to what it is about. */
export default function NoticeList({ close }: { close: () => void }) {
  const t = useTexts(noticeTexts);
  const client = useQueryClient();
  // What the badge just counted is what one wants to see.
  const query = useInfiniteQuery({ ...apiPages(api.notices.list, { limit: PAGE }), staleTime: 0 });
  const pages = query.data?.pages ?? [];
  const notices = pages.flatMap((page) => page.items);
  const newest = notices[0];
  const [marking, run] = useBusy();
  const mark = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      toast.failure(messageOf(error, t('markFailed')));
    } finally {
      await client.invalidateQueries({ queryKey: ['notices'] });
    }
  };
  return (
    <section aria-label={t('title')}>
      <header className={`row between gap-12 line-below pad-12`}>
        <h2 className="text-15">{t('title')}</h2>
        {newest !== undefined && (pages[0]?.unread ?? 0) > 0 && (
          <button
            type="button"
            className="small-button"
            aria-disabled={marking}
            onClick={() => void run(() => mark(api.notices.markAllRead({ upTo: newest.id })))}
          >
            {t('markAll')}
          </button>
        )}
      </header>
      {query.isPending && (
        <div className="pad-row">
          <LoadingState />
        </div>
      )}
      {query.isError && notices.length === 0 && (
        <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && notices.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      {notices.length > 0 && (
        <ul className="plain-list lined">
          {notices.map((notice) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              onOpen={() => {
                close();
                if (notice.readAt === null) void mark(api.notices.markRead({ id: notice.id }));
              }}
            />
          ))}
        </ul>
      )}
      <CountSaid count={notices.length} />
      {query.hasNextPage && (
        <button
          type="button"
          className="small-button full-width"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => {
            if (!query.isFetchingNextPage) void readOn(query, t('failed'));
          }}
        >
          {query.isFetchingNextPage ? t('loadingOlder') : t('older')}
        </button>
      )}
      <footer className={`line-above paper text-13 pad-12 ${classes.foot}`}>
        <Link to="/account" hash="mails" onClick={close}>
          {t('preferences')}
        </Link>
      </footer>
    </section>
  );
}

function NoticeItem({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useTexts(noticeTexts);
  const timeZone = useTimeZone();
  const detail = noticeDetail(notice, timeZone);
  const unread = notice.readAt === null;
  const { pathname, search, hash } = new URL(noticePath(notice), 'http://here');
  return (
    <li>
      <Link
        to={pathname}
        {...(search === '' ? {} : { search: Object.fromEntries(new URLSearchParams(search)) })}
        {...(hash === '' ? {} : { hash: hash.slice(1) })}
        className={`flex gap-8 ink hovers ${classes.link}`}
        onClick={onOpen}
      >
        <span className={`dot above-8 ${unread ? 'on-accent' : ''}`}>
          {unread && <span className="visually-hidden">{t('unread')}</span>}
        </span>
        <span className="grid gap-2 shrinks breaks">
          <span className={unread ? 'bold' : undefined}>{noticeTitle(notice)}</span>
          {detail !== null && detail !== '' && <span className="clamped muted text-13">{detail}</span>}
          <time
            dateTime={notice.createdAt}
            title={formatDateTime(notice.createdAt, timeZone)}
            className="faint text-12"
          >
            {formatRelative(notice.createdAt, serverNow())}
          </time>
        </span>
      </Link>
    </li>
  );
}
