import { Button } from '@mantine/core';
import type { ReviewItem } from '@placard/contract/operator';
import { REVIEW_KINDS, type ReviewKind } from '@placard/domain/review';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { oneOf, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { useAction } from '../../lib/use-action.ts';
import { openConfirm } from '../../ui/confirm.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { ReviewCard } from './review-card.tsx';
import { reviewName } from './review-value.ts';
import classes from './reviews.module.css';

const RejectDialog = lazy(() => import('./reject-dialog.tsx'));

const PAGE_SIZE = 25;

const keyOf = (item: ReviewItem) => `${item.kind}:${item.id}`;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;
}

/** A approves, R rejects the card that is chosen (the first one until another gets the focus). */
function useReviewKeys(chosen: ReviewItem | undefined, on: (key: 'a' | 'r', item: ReviewItem) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (chosen !== undefined && (key === 'a' || key === 'r')) {
        event.preventDefault();
        on(key, chosen);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [chosen, on]);
}

export function ReviewQueue() {
  const t = useTexts(operatorTexts);
  const ui = useTexts(uiTexts);
  const [raw, change] = useSearchParameters();
  const { kind } = readFilters({ kind: oneOf(REVIEW_KINDS) }, raw);
  const input = { pageSize: PAGE_SIZE, ...(kind === undefined ? {} : { kind }) };
  const query = useQuery(apiQuery(api.operator.reviewQueue, input));
  return (
    <>
      <PageHeader title={t('review.title')} description={t('review.description')} />
      <div className={classes.bar}>
        <ChoiceFilter
          label={t('review.kindFilter')}
          value={kind}
          choices={REVIEW_KINDS.map((value: ReviewKind) => ({ value, label: t(`review.kind.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
        {query.data !== undefined && <span>{t('review.count', { count: query.data.total })}</span>}
      </div>
      <Loaded query={query} failed={t('review.failed')}>
        {({ items }) =>
          items.length > 0 ? (
            <ReviewCards items={items} />
          ) : (
            <EmptyState
              framed
              icon={ClipboardCheck}
              title={kind === undefined ? t('review.empty') : t('review.noMatch')}
              text={t('review.emptyText')}
              {...(kind === undefined
                ? {}
                : {
                    action: (
                      <Button variant="default" onClick={() => change({ kind: undefined })}>
                        {ui('table.clearFilters')}
                      </Button>
                    ),
                  })}
            />
          )
        }
      </Loaded>
    </>
  );
}

/** Approving says that two publishers may have parts of one domain: that is asked for by name. */
async function asksForRelated(
  t: Translate<typeof operatorTexts.english>,
  item: ReviewItem,
): Promise<boolean> {
  return await openConfirm({
    title: t('review.related.confirm', { name: reviewName(item) }),
    message: item.related
      .map(({ domain, relation, publisher }) =>
        t('review.related.line', { relation, domain: shownDomain(domain), publisher: publisher.name }),
      )
      .join(' '),
    consequence: t('review.related.hint'),
    confirmLabel: t('review.approve'),
    danger: true,
  });
}

function ReviewCards({ items }: { items: readonly ReviewItem[] }) {
  const t = useTexts(operatorTexts);
  const [busy, act] = useAction();
  const [rejecting, setRejecting] = useState<ReviewItem | null>(null);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = items.find((item) => keyOf(item) === chosenKey) ?? items[0];

  const approve = async (item: ReviewItem) => {
    const { kind, id, version, related } = item;
    const name = reviewName(item);
    if (related.length > 0 && !(await asksForRelated(t, item))) return;
    const seenRelated = related.map((one) => one.id);
    await act({
      run: () => api.operator.approve({ kind, id, version, seenRelated }),
      success: t('review.approved', { name }),
      failure: t('review.approveFailed'),
      refresh: [['operator']],
    });
  };
  useReviewKeys(chosen, (key, item) => (key === 'a' ? void approve(item) : setRejecting(item)));

  return (
    <>
      <ol className={classes.cards}>
        {items.map((item) => (
          <ReviewCard
            key={keyOf(item)}
            item={item}
            chosen={item === chosen}
            busy={busy}
            onChoose={() => setChosenKey(keyOf(item))}
            onApprove={() => void approve(item)}
            onReject={() => setRejecting(item)}
          />
        ))}
      </ol>
      <Suspense>
        {rejecting !== null && <RejectDialog item={rejecting} onClose={() => setRejecting(null)} />}
      </Suspense>
    </>
  );
}
