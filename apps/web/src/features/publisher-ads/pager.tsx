import { useEffect } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { publisherAdsTexts } from '../../kits/blocks/texts.ts';
import { lastPageInstead } from '../../lib/search/page-window.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import button from '../../ui/plain-button.module.css';

export function pageOf(raw: { readonly page?: string | undefined }): number {
  return /^[1-9]\d{0,4}$/.test(raw.page ?? '') ? Number(raw.page) : 1;
}

type Answered = {
  readonly data: { readonly items: readonly unknown[]; readonly total: number } | undefined;
  readonly isPlaceholderData: boolean;
};

/** Goes to the last page from one beyond it, as tables do: of an old link, or emptied by what was done to its cards. @returns while that is under way */
export function useLastPageInstead({ data, isPlaceholderData }: Answered, pageSize: number): boolean {
  const [raw, change] = useSearchParameters();
  const page = pageOf(raw);
  const last = data === undefined || isPlaceholderData ? null : lastPageInstead({ page, pageSize }, data);
  useEffect(() => {
    if (last !== null) change({ page: last === 1 ? undefined : String(last) }, { replace: true });
  }, [last, change]);
  return last !== null;
}

/** Pages of cards; the page lives in the URL. */
export function Pager({ total, pageSize }: { total: number; pageSize: number }) {
  const t = useTexts(publisherAdsTexts);
  const [raw, change] = useSearchParameters();
  const page = pageOf(raw);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  // Not disabled at either end: who came there by keyboard would lose their place.
  const go = (next: number) => {
    if (next >= 1 && next <= pages) change({ page: next === 1 ? undefined : String(next) });
  };
  return (
    <nav className="row gap-12 justify-centre above-20 muted" aria-label={t('pages', { page, pages })}>
      <button
        type="button"
        className={button.secondary}
        aria-disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        {t('previous')}
      </button>
      <span>{t('pages', { page, pages })}</span>
      <button
        type="button"
        className={button.secondary}
        aria-disabled={page >= pages}
        onClick={() => go(page + 1)}
      >
        {t('next')}
      </button>
    </nav>
  );
}
