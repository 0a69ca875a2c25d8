import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CloudOff, type LucideIcon, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { ApiError, messageOf } from '../lib/faults/api-error.ts';
import classes from './states.module.css';

/** Nothing here yet: says what this is for and what to do next. */
export function EmptyState({
  title,
  text,
  icon: Icon = Sparkles,
  action,
  framed = false,
}: {
  title: string;
  text?: string;
  icon?: LucideIcon;
  action?: ReactNode;
  /** With a frame of its own: straight on the page, where a panel or table would be. */
  framed?: boolean;
}) {
  return (
    <div className={framed ? 'alone gap-6 card' : 'alone gap-6'}>
      <span className="centred below-8 tinted accent sign">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="text-16 bold">{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action !== undefined && <div className="flex wrap justify-centre gap-8 above-12">{action}</div>}
    </div>
  );
}

/** A fault with a way out. `title` is the screen's own message ("Failed to load balance"). What is gone is not asked for again. */
export function FailedState({
  title,
  error,
  onRetry,
  page = false,
  denied = '',
}: {
  title?: string;
  error?: unknown;
  /** What a refusal of the whole screen (403) says where nothing came with it. */
  denied?: string | undefined;
  onRetry: () => void;
  /** It is all that the page shows: its heading is the page's. */
  page?: boolean;
}) {
  const Heading = page ? 'h1' : 'h2';
  const t = useTexts(uiTexts);
  const common = useTexts(commonTexts);
  const heading = title ?? t('state.failed');
  const fault = error instanceof ApiError ? error : undefined;
  const text =
    fault?.status === 0 ? t('state.offline') : messageOf(error, fault?.status === 403 ? denied : '');
  // Not a fault, and no second try changes it.
  if (fault?.code === 'look_withheld') {
    return <p className="muted text-13 pad-16">{text}</p>;
  }
  return (
    <div className="alone gap-6" role="alert">
      <span className="centred below-8 on-bad sign">
        <CloudOff size={22} aria-hidden />
      </span>
      <Heading className="text-16 bold">{heading}</Heading>
      {text !== '' && text !== heading && <p>{text}</p>}
      <div className="flex wrap justify-centre gap-8 above-12">
        {fault?.status === 404 ? (
          page && <Link to="/dashboard">{common('notFound.home')}</Link>
        ) : (
          <Button variant="default" onClick={onRetry}>
            {common('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}

export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <div className={`rounded-small ${classes.skeleton}`} style={{ width, height }} aria-hidden />;
}

const LINE_WIDTHS = ['38%', '92%', '84%', '60%', '88%', '72%'];

/** The first load of a page's part that isn't a table. What stands below it waits until it has its height: see `unsettled` in base.css. */
export function LoadingState({ lines = 4 }: { lines?: number }) {
  const t = useTexts(commonTexts);
  return (
    <div className={`grid gap-12 ${classes.lines}`} role="status" aria-busy data-unsettled>
      <span className="visually-hidden">{t('loading')}</span>
      {LINE_WIDTHS.slice(0, lines).map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

/** In the place of a part that is not there yet and whose height nothing stands for. */
export function Unsettled() {
  return <span hidden data-unsettled />;
}

export type QueryLike<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
};

/** The three states of one query: `<Loaded query={campaign} failed={t('failed')}>{(campaign) => …}</Loaded>` */
export function Loaded<Data>({
  query,
  failed,
  loading,
  page = false,
  children,
}: {
  query: QueryLike<Data>;
  failed?: string;
  loading?: ReactNode;
  /** The whole page waits for it. */
  page?: boolean;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading ?? <LoadingState />;
  return (
    <FailedState
      {...(failed === undefined ? {} : { title: failed })}
      error={query.error}
      onRetry={() => void query.refetch()}
      page={page}
    />
  );
}
