import { Button } from '@mantine/core';
import type { ReviewItem } from '@placard/contract/reviews';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { verdictTexts } from '../../kits/review/texts.ts';
import { openConfirm } from '../../ui/confirm.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { ReviewCard } from './review-card.tsx';
import { asksFirst, keyStep, MARKED, markedOf } from './review-keys.ts';
import { keyOf, reviewName, seenKeyOf } from './review-value.ts';
import classes from './reviews.module.css';
import { reviewTexts } from './texts.ts';
import { useApprovals } from './use-approvals.ts';
import { useChoice } from './use-choice.ts';
import { useReviewKeys } from './use-review-keys.ts';

const UpholdDialog = quietPart(() => import('./uphold-dialog.tsx'));
const RejectDialog = quietPart(() => import('../../kits/review/reject-dialog.tsx'));

const REFRESH = ['operator'];

/** Approving says that two publishers may have parts of one domain: that is asked for by name. */
function useRelatedQuestion(): (item: ReviewItem) => Promise<boolean> {
  const own = useTexts(reviewTexts);
  const t = useTexts(verdictTexts);
  return async (item) => {
    const name = reviewName(item);
    return await openConfirm({
      title: item.appeal === null ? t('related.confirm', { name }) : own('appeal.confirm', { name }),
      message: item.related
        .map(({ domain, relation, publisher }) =>
          t('related.line', { relation, domain: shownDomain(domain), publisher: publisher.name }),
        )
        .join(' '),
      consequence: t('related.hint'),
      confirmLabel: item.appeal === null ? t('approve') : own('appeal.grant'),
      danger: true,
    });
  };
}

/** Why not: what was submitted is rejected, several at once where they are marked; of what is objected to the decision is upheld. */
function Refusal({ items, onClose }: { items: readonly ReviewItem[]; onClose: (clears: boolean) => void }) {
  const [first] = items;
  if (first === undefined) return null;
  return first.appeal === null ? (
    <RejectDialog
      items={items.map((item) => ({ ...item, name: reviewName(item), refresh: REFRESH }))}
      onClose={() => onClose(true)}
    />
  ) : (
    <UpholdDialog item={first} appealId={first.appeal.id} onClose={() => onClose(false)} />
  );
}

/** What waits, a card each: chosen by J and K, judged by A and R, several at once by their boxes. */
export default function ReviewCards({ items }: { items: readonly ReviewItem[] }) {
  const asksForRelated = useRelatedQuestion();
  const { waiting, refused, approve, undo, undoLast } = useApprovals();
  const [rejecting, setRejecting] = useState<readonly ReviewItem[]>([]);
  const open = items.filter((item) => !waiting.has(keyOf(item)));
  const choice = useChoice(open);
  const { chosen, armed, selected } = choice;
  const { picked, alone } = markedOf(open, selected);
  const approveMarked = () => {
    approve(alone);
    choice.clear();
  };
  const decide = async (item: ReviewItem) => {
    choice.disarm();
    if (asksFirst(item) && !(await asksForRelated(item))) return;
    approve([item]);
  };
  useReviewKeys((key) => {
    const step = keyStep(key, { chosen, picked, alone, armed, selected });
    if (step.does === 'undo') undoLast();
    else if (step.does === 'disarm') choice.disarm();
    else if (step.does === 'move') choice.move(step.by);
    else if (step.does === 'select') choice.select(step.item, step.on);
    else if (step.does === 'reject') setRejecting(step.items);
    else if (step.does === 'armMarked') choice.armMarked();
    else if (step.does === 'approveMarked') approveMarked();
    else if (step.does === 'arm') choice.arm(step.item);
    else if (step.does === 'decide') void decide(step.item);
  });

  return (
    <>
      {picked.length > 0 && (
        <BulkBar
          count={picked.length}
          alone={alone.length}
          armed={armed === MARKED}
          onApprove={approveMarked}
          onReject={() => setRejecting(picked)}
          onClear={choice.clear}
        />
      )}
      <ol className="plain-list stack gap-16">
        {items.map((item) => {
          const key = keyOf(item);
          return (
            <ReviewCard
              key={key}
              item={item}
              state={{
                chosen: item === chosen,
                moved: choice.moved,
                armed: armed === seenKeyOf(item),
                selected: selected.has(seenKeyOf(item)),
                waiting: waiting.has(key),
                refused: refused.get(key) ?? null,
              }}
              actions={{
                onChoose: () => choice.choose(item),
                onSelect: (on) => choice.select(item, on),
                onApprove: () => void decide(item),
                onReject: () => setRejecting([item]),
                onUndo: () => undo(key),
              }}
            />
          );
        })}
      </ol>
      <Refusal
        items={rejecting}
        onClose={(decided) => {
          setRejecting([]);
          if (decided) choice.clear();
        }}
      />
    </>
  );
}

/** What is done with several at once. A website beside another publisher's is approved by itself, by name. */
function BulkBar({
  count,
  alone,
  armed,
  onApprove,
  onReject,
  onClear,
}: {
  count: number;
  /** How many of them can be approved together. */
  alone: number;
  /** The first key was pressed: the second one approves. */
  armed: boolean;
  onApprove: () => void;
  onReject: () => void;
  onClear: () => void;
}) {
  const t = useTexts(reviewTexts);
  return (
    <section className={`card row wrap gap-8 below-16 ${classes.bulk}`} aria-label={t('bulk.title')}>
      <strong className="semibold grow">{t('bulk.count', { count })}</strong>
      <Button variant="default" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      <Button variant="default" onClick={onReject}>
        {t('bulk.reject', { count })}
      </Button>
      <Button disabled={alone === 0} onClick={onApprove}>
        {t('bulk.approve', { count: alone })}
      </Button>
      {armed && (
        <p className="full-width text-12 semibold accent" role="status">
          {t('bulk.armed', { count: alone })}
        </p>
      )}
      {alone < count && <p className="full-width muted text-13">{t('bulk.related')}</p>}
    </section>
  );
}
