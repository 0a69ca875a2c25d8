import { ChevronLeft, ChevronRight } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PAGE_SIZES } from '../../lib/search/list-search.ts';
import { pageWindow } from '../../lib/search/page-window.ts';
import type { ListControls } from '../../lib/search/use-list.ts';
import control from '../control.module.css';
import classes from './data-table.module.css';

export function TableFooter({
  list,
  total,
  more,
}: {
  list: ListControls;
  total: number;
  /** There are more than `total`: nobody counted on. */
  more: boolean;
}) {
  const t = useTexts(uiTexts);
  const pages = Math.max(1, Math.ceil(total / list.pageSize));
  const from = Math.min(total, (list.page - 1) * list.pageSize + 1);
  const to = Math.min(total, list.page * list.pageSize);
  const none = total === 0;
  // What is said stands in the page before it changes, or it would not be: also while there is nothing to say.
  return (
    <div
      className={
        none
          ? 'visually-hidden'
          : `row wrap between gap-8-16 line-above muted text-13 figure ${classes.footer}`
      }
    >
      {!none && <PageSize list={list} />}
      <span aria-live="polite">
        {none ? '' : t(more ? 'table.rangeOfMore' : 'table.range', { from, to, total })}
      </span>
      {!none && <Pages list={list} pages={pages} />}
    </div>
  );
}

function PageSize({ list }: { list: ListControls }) {
  const t = useTexts(uiTexts);
  return (
    <label className="row gap-8">
      {t('table.rowsPerPage')}
      <span className={control.field}>
        <select value={list.pageSize} onChange={(event) => list.setPageSize(Number(event.target.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

function Pages({ list, pages }: { list: ListControls; pages: number }) {
  const t = useTexts(uiTexts);
  // Not disabled at either end: who came there by keyboard would lose their place.
  const go = (page: number) => {
    if (page >= 1 && page <= pages) list.setPage(page);
  };
  return (
    <nav className="row gap-4" aria-label={t('table.pages')}>
      <button
        type="button"
        className={`icon-button medium ${classes.page}`}
        aria-label={t('table.previous')}
        aria-disabled={list.page <= 1}
        onClick={() => go(list.page - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      {pageWindow(list.page, pages).map((page, index) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
          <span key={`gap${index}`}>…</span>
        ) : (
          <button
            key={page}
            type="button"
            className={`icon-button medium ${classes.page}`}
            aria-current={page === list.page ? 'page' : undefined}
            onClick={() => list.setPage(page)}
          >
            {page}
          </button>
        ),
      )}
      <button
        type="button"
        className={`icon-button medium ${classes.page}`}
        aria-label={t('table.next')}
        aria-disabled={list.page >= pages}
        onClick={() => go(list.page + 1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
