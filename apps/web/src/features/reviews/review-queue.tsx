import { Button } from '@mantine/core';
import type { QueueKind } from '@placard/contract/reviews';
import { REVIEW_KINDS } from '@placard/domain/review';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Suspense } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { oneOf, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import classes from './reviews.module.css';
import { reviewTexts } from './texts.ts';

// Beside what waits, and all at once: a part that came later would move a button away from under somebody's pointer.
const cards = () => import('./review-cards.tsx');
void cards().catch(() => {});
const ReviewCards = lazyPart(cards);

/** Written out: importing the contract brings zod. */
const KINDS = [...REVIEW_KINDS, 'appeal'] as const satisfies readonly QueueKind[];
const PAGE_SIZE = 25;
const LOOK_AGAIN_MS = 3_000;

/** What waits for a decision, oldest first. */
export default function ReviewQueue() {
  const t = useTexts(reviewTexts);
  const ui = useTexts(uiTexts);
  const [raw, change] = useSearchParameters();
  const { kind } = readFilters({ kind: oneOf(KINDS) }, raw);
  const input = { pageSize: PAGE_SIZE, ...(kind === undefined ? {} : { kind }) };
  const query = useQuery({
    ...apiQuery(api.operator.reviewQueue, input),
    refetchOnMount: 'always',
    // What the machine has not looked at yet it will have soon.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ kind: of, checkedAt }) => of === 'creative' && checkedAt === null) === true
        ? LOOK_AGAIN_MS
        : false,
  });
  const shown = query.data?.items ?? [];
  const onlyAppeals = kind === 'appeal' || (shown.length > 0 && shown.every(({ appeal }) => appeal !== null));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="row wrap gap-12 below-16 faint">
        <ChoiceFilter
          label={t('kindFilter')}
          value={kind}
          choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
        {query.data !== undefined && <span>{t('count', { count: query.data.total })}</span>}
        <span className={`text-13 ${classes.keys}`}>{t(onlyAppeals ? 'keysOfAppeals' : 'keys')}</span>
      </div>
      <Loaded query={query} failed={t('failed')}>
        {({ items }) =>
          items.length > 0 ? (
            <Suspense fallback={<LoadingState />}>
              <ReviewCards items={items} />
            </Suspense>
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
