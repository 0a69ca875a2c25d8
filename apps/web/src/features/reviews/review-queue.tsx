import { Button } from '@mantine/core';
import type { ReviewItem } from '@placard/contract/reviews';
import { REVIEW_KINDS, type ReviewKind } from '@placard/domain/review';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { verdictTexts } from '../../kits/review/texts.ts';
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
import { reviewTexts } from './texts.ts';

const RejectDialog = lazy(() => import('../../kits/review/reject-dialog.tsx'));

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

export default function ReviewQueue() {
  const t = useTexts(reviewTexts);
  const ui = useTexts(uiTexts);
  const [raw, change] = useSearchParameters();
  const { kind } = readFilters({ kind: oneOf(REVIEW_KINDS) }, raw);
  const input = { pageSize: PAGE_SIZE, ...(kind === undefined ? {} : { kind }) };
  const query = useQuery(apiQuery(api.operator.reviewQueue, input));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="row-wrap gap-12 below-16 faint">
        <ChoiceFilter
          label={t('kindFilter')}
          value={kind}
          choices={REVIEW_KINDS.map((value: ReviewKind) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
        {query.data !== undefined && <span>{t('count', { count: query.data.total })}</span>}
      </div>
      <Loaded query={query} failed={t('failed')}>
        {({ items }) =>
          items.length > 0 ? (
            <ReviewCards items={items} />
          ) : (
            <EmptyState
              framed
              icon={ClipboardCheck}
              title={kind === undefined ? t('empty') : t('noMatch')}
              text={t('emptyText')}
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
async function asksForRelated(t: Translate<typeof verdictTexts.english>, item: ReviewItem): Promise<boolean> {
  return await openConfirm({
    title: t('related.confirm', { name: reviewName(item) }),
    message: item.related
      .map(({ domain, relation, publisher }) =>
        t('related.line', { relation, domain: shownDomain(domain), publisher: publisher.name }),
      )
      .join(' '),
    consequence: t('related.hint'),
    confirmLabel: t('approve'),
    danger: true,
  });
}

function ReviewCards({ items }: { items: readonly ReviewItem[] }) {
  const t = useTexts(verdictTexts);
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
      success: t('approved', { name }),
      failure: t('approveFailed'),
      refresh: [['operator']],
    });
  };
  useReviewKeys(chosen, (key, item) => (key === 'a' ? void approve(item) : setRejecting(item)));

  return (
    <>
      <ol className="plain-list stack gap-16">
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
        {rejecting !== null && (
          <RejectDialog
            item={{ ...rejecting, name: reviewName(rejecting), refresh: ['operator'] }}
            onClose={() => setRejecting(null)}
          />
        )}
      </Suspense>
    </>
  );
}
