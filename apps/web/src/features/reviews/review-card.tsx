import { Button, Checkbox } from '@mantine/core';
import type { ReviewItem } from '@placard/contract/reviews';
import { Check, ExternalLink, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { adReportTexts } from '../../kits/ad-reports/texts.ts';
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import { AccountLink, RecordLink } from '../../kits/records/record-link.tsx';
import { rejectionTexts } from '../../kits/rejection/texts.ts';
import { RelatedWebsites } from '../../kits/review/related-websites.tsx';
import { verdictTexts } from '../../kits/review/texts.ts';
import { websiteWords } from '../../kits/website/texts.ts';
import { formatDateTime, formatSpan } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { useCurrency } from '../../ui/money.tsx';
import { AppealPart } from './appeal-part.tsx';
import { useFieldName } from './field-names.ts';
import { Fields } from './fields.tsx';
import { Findings } from './findings.tsx';
import { reviewName, reviewValue, type Said } from './review-value.ts';
import classes from './reviews.module.css';
import { SideBySide } from './side-by-side.tsx';
import { reviewTexts } from './texts.ts';

/** Left and right of an ad on its stage: a leaderboard stands there at its true size where the page is wide enough. */
const STAGE_EDGES_PX = 36;

export type CardState = {
  readonly chosen: boolean;
  /** It was chosen by a key. */
  readonly moved: boolean;
  /** The first key was pressed: the second one approves. */
  readonly armed: boolean;
  readonly selected: boolean;
  /** Approved, and can still be taken back. */
  readonly waiting: boolean;
  /** Why it was not approved when that was tried. */
  readonly refused: string | null;
};

export type CardActions = {
  readonly onChoose: () => void;
  readonly onSelect: (selected: boolean) => void;
  readonly onApprove: () => void;
  readonly onReject: () => void;
  readonly onUndo: () => void;
};

/** One thing to judge: what it says, what changed since the last approval, what a machine found, how it looks. */
export function ReviewCard({
  item,
  state,
  actions,
}: {
  item: ReviewItem;
  state: CardState;
  actions: CardActions;
}) {
  const fieldName = useFieldName();
  const t = useTexts(reviewTexts);
  const categories = useTexts(websiteWords);
  const adCategories = useTexts(adCategoryTexts);
  const currency = useCurrency();
  const element = useRef<HTMLLIElement>(null);
  const { chosen, moved, waiting } = state;
  useEffect(() => {
    if (chosen && moved) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, moved]);
  if (waiting) return <Approved item={item} onUndo={actions.onUndo} />;
  const shown = {
    name: fieldName,
    value: (said: Said) => reviewValue({ t, categories, adCategories }, said, currency),
  };
  return (
    <li
      ref={element}
      className={`card ${classes.card}`}
      data-chosen={chosen || undefined}
      aria-label={reviewName(item)}
      aria-current={chosen || undefined}
      onFocus={actions.onChoose}
      onPointerDown={actions.onChoose}
    >
      <Head item={item} state={state} actions={actions} />
      {state.refused !== null && (
        <p className="on-bad pad-10-12 rounded" role="alert">
          {t('refused', { message: state.refused })}
        </p>
      )}
      {item.kind === 'creative' && <Findings item={item} />}
      <div className="flex wrap gap-20 pad-block">
        {item.previouslyApproved ? (
          <SideBySide item={item} shown={shown} />
        ) : (
          // The name of the image's file says nothing; the image itself stands beside.
          <Fields fields={item.fields.filter(({ key }) => key !== 'image')} shown={shown} />
        )}
        <Preview item={item} />
      </div>
      {item.appeal !== null && <AppealPart appeal={item.appeal} />}
      {item.rejectedBefore !== null && item.appeal === null && (
        <RejectedBefore rejected={item.rejectedBefore} />
      )}
      <RelatedWebsites related={item.related} />
      {item.reports !== null && <Reports reports={item.reports} />}
      {item.kind === 'website' && (
        <a
          className="inline-row gap-6 text-13 pad-row"
          href={`https://${item.name}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <ExternalLink size={14} aria-hidden /> {t('visit')}
        </a>
      )}
    </li>
  );
}

function Head({ item, state, actions }: { item: ReviewItem; state: CardState; actions: CardActions }) {
  const t = useTexts(reviewTexts);
  const verdict = useTexts(verdictTexts);
  const timeZone = useTimeZone();
  const name = reviewName(item);
  const approveLabel = item.sampled === null ? verdict('approve') : t('keep');
  return (
    <header className="flex wrap top between line-below gap-12 pad-block">
      <div className="flex top-flex gap-12 shrinks">
        {item.appeal === null && (
          <Checkbox
            mt={2}
            checked={state.selected}
            aria-label={t('select', { name })}
            onChange={(event) => actions.onSelect(event.currentTarget.checked)}
          />
        )}
        <div className="shrinks">
          <p className="flex wrap gap-8 text-12 bold muted below-4">
            {t(`kind.${item.kind}`)}
            <span className="faint regular">{t(item.previouslyApproved ? 'again' : 'firstTime')}</span>
            {item.appeal !== null && <span className="badge on-warn">{t('appeal.badge')}</span>}
            {item.sampled !== null && <span className="badge on-warn">{t(`sampled.${item.sampled}`)}</span>}
          </p>
          <h2 className="text-16">
            <RecordLink kind={item.kind} id={item.id}>
              {name}
            </RecordLink>
          </h2>
          <p className="above-4 text-13 faint underlined">
            {t('owner')} <AccountLink account={item.owner} /> ·{' '}
            <span title={formatDateTime(item.submittedAt, timeZone)}>
              {t('waits', { span: formatSpan(serverNow() - Date.parse(item.submittedAt)) })}
            </span>
          </p>
        </div>
      </div>
      <div className="stack gap-4" data-keep-clear>
        <div className="flex wrap gap-8">
          <Button variant="default" leftSection={<X size={16} aria-hidden />} onClick={actions.onReject}>
            {item.appeal === null ? verdict('reject') : t('appeal.uphold')}
          </Button>
          <Button
            leftSection={<Check size={16} aria-hidden />}
            variant={state.armed ? 'filled' : 'light'}
            onClick={actions.onApprove}
          >
            {item.appeal === null ? approveLabel : t('appeal.grant')}
          </Button>
        </div>
        {state.armed && (
          <p className="text-12 semibold accent" role="status">
            {t(item.appeal === null ? 'armed' : 'appeal.armed')}
          </p>
        )}
      </div>
    </header>
  );
}

/** What its owner was told the last time: whether that is mended is the question now. */
function RejectedBefore({ rejected }: { rejected: NonNullable<ReviewItem['rejectedBefore']> }) {
  const t = useTexts(reviewTexts);
  const words = useTexts(rejectionTexts);
  const timeZone = useTimeZone();
  return (
    <section className="line-above pad-row sunken" aria-label={t('rejectedBefore')}>
      <h3 className="text-14">
        {t('rejectedAt', {
          at: formatDateTime(rejected.at, timeZone),
          reason: words(`code.${rejected.code}`),
        })}
      </h3>
      <blockquote className="quote">{rejected.text}</blockquote>
    </section>
  );
}

/** Approved a moment ago: nothing has gone out yet. */
function Approved({ item, onUndo }: { item: ReviewItem; onUndo: () => void }) {
  const t = useTexts(reviewTexts);
  const name = reviewName(item);
  return (
    <li className="card row wrap between gap-12 pad-row" aria-label={name}>
      <span role="status">{t(item.appeal === null ? 'approving' : 'appeal.granting', { name })}</span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Undo2 size={14} aria-hidden />}
        onClick={onUndo}
      >
        {t('undo')}
      </Button>
    </li>
  );
}

/** Why visitors complained: the reason for a running creative to be here. */
function Reports({ reports }: { reports: NonNullable<ReviewItem['reports']> }) {
  const t = useTexts(reviewTexts);
  const reasons = useTexts(adReportTexts);
  return (
    <section className="line-above pad-row sunken" aria-label={t('reports.title')}>
      <h3 className="text-14">{t('reports.count', { count: reports.viewers })}</h3>
      <ul className="plain-list flex wrap gap-8-16 above-4 muted">
        {reports.reasons.map(({ reason, count }) => (
          <li key={reason}>
            {reasons(`reason.${reason}`)} <span className="figure">× {count}</span>
          </li>
        ))}
      </ul>
      {reports.comments.map((comment) => (
        <blockquote key={comment} className="quote">
          {comment}
        </blockquote>
      ))}
    </section>
  );
}

/** As visitors see it; nothing of it opens a window. */
function Preview({ item }: { item: ReviewItem }) {
  if (item.size === null || (item.imageUrl === null && item.frameUrl === null)) return null;
  return (
    <div className="grow shrinks" style={{ flexBasis: item.size.width + STAGE_EDGES_PX }}>
      <AdPreview
        popups={false}
        of={item.name}
        type={item.frameUrl === null ? 'image' : 'third_party'}
        ad={{ size: item.size, imageUrl: item.imageUrl, altText: item.name, frameUrl: item.frameUrl }}
      />
    </div>
  );
}
