import { Button } from '@mantine/core';
import type { ReviewItem } from '@placard/contract/reviews';
import { OBJECTIVES, type Objective } from '@placard/domain/campaign/rules';
import { Check, ExternalLink, X } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { AdPreview } from '../../kits/ad-preview/ad-preview.tsx';
import { adReportTexts } from '../../kits/ad-reports/texts.ts';
import { AccountLink, RecordLink } from '../../kits/records/record-link.tsx';
import { RelatedWebsites } from '../../kits/review/related-websites.tsx';
import { verdictTexts } from '../../kits/review/texts.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useCurrency } from '../../ui/money.tsx';
import { reviewName, reviewValue } from './review-value.ts';
import classes from './reviews.module.css';
import { reviewTexts } from './texts.ts';

/** Left and right of an ad on its stage: a leaderboard stands there at its true size where the page is wide enough. */
const STAGE_EDGES_PX = 36;

function isObjective(text: string): text is Objective {
  return OBJECTIVES.some((objective) => objective === text);
}

const FIELDS = [
  'name',
  'objective',
  'category',
  'description',
  'totalBudget',
  'dailyBudget',
  'startDate',
  'endDate',
  'type',
  'size',
  'adCode',
  'image',
  'altText',
  'clickUrl',
  'domain',
  'categories',
  'traffic',
] as const;

const AD_SET = 'adSet.';

/** What a field is called in the reader's language; one that is not known here as the server calls it. */
function useFieldName(): (key: string, otherwise: string) => string {
  const t = useTexts(reviewTexts);
  return (key, otherwise) => {
    if (key.startsWith(AD_SET)) return t('adSet', { id: key.slice(AD_SET.length) });
    const known = FIELDS.find((field) => field === key);
    return known === undefined ? otherwise : t(`field.${known}`);
  };
}

/** One thing to judge: what it says, what changed since the last approval, how it looks, and the two buttons. */
export function ReviewCard({
  item,
  chosen,
  busy,
  onChoose,
  onApprove,
  onReject,
}: {
  item: ReviewItem;
  chosen: boolean;
  busy: boolean;
  onChoose: () => void;
  onApprove: () => void;
  onReject: () => void;
}) {
  const t = useTexts(reviewTexts);
  const verdict = useTexts(verdictTexts);
  const fieldName = useFieldName();
  const currency = useCurrency();
  const shown = (key: string, value: string) =>
    key === 'objective' && isObjective(value) ? t(`objective.${value}`) : reviewValue(key, value, currency);
  // The name of the image's file says nothing; the image itself stands beside.
  const fields = item.fields.filter(({ key, before }) => key !== 'image' || before !== null);
  return (
    <li
      className={`card ${classes.card}`}
      data-chosen={chosen || undefined}
      aria-label={reviewName(item)}
      onFocus={onChoose}
      onPointerEnter={onChoose}
    >
      <header className={`flex wrap top between line-below ${classes.head}`}>
        <div>
          <p className={`flex gap-8 text-12 bold muted ${classes.kind}`}>
            {t(`kind.${item.kind}`)}
            <span>{t(item.previouslyApproved ? 'again' : 'firstTime')}</span>
          </p>
          <h2 className={classes.name}>
            <RecordLink kind={item.kind} id={item.id}>
              {reviewName(item)}
            </RecordLink>
          </h2>
          <p className={classes.owner}>
            {t('owner')} <AccountLink account={item.owner} /> · {t('submitted')}{' '}
            <DateTime value={item.submittedAt} withTime />
          </p>
        </div>
        <div className="flex gap-8" data-keep-clear>
          <Button
            variant="default"
            leftSection={<X size={16} aria-hidden />}
            disabled={busy}
            onClick={onReject}
          >
            {verdict('reject')}
          </Button>
          <BusyButton
            leftSection={<Check size={16} aria-hidden />}
            busy={busy && chosen}
            busyLabel={verdict('approving')}
            disabled={busy}
            onClick={onApprove}
          >
            {verdict('approve')}
          </BusyButton>
        </div>
      </header>
      <div className={`flex wrap gap-20 ${classes.body}`}>
        <dl className={classes.fields}>
          {fields.map(({ key, field, value, before }) => (
            <div
              key={key}
              className={`grid gap-12 text-14 ${classes.field}`}
              data-changed={before !== null || undefined}
            >
              <dt>{fieldName(key, field)}</dt>
              <dd>
                {key === 'image' ? (
                  t('newImage')
                ) : (
                  <FieldValue isCode={key === 'adCode'} value={shown(key, value)} />
                )}
                {before !== null && key !== 'image' && (
                  <small className="block faint">
                    {t('was', { value: before === '' ? '–' : shown(key, before) })}
                  </small>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <Preview item={item} />
      </div>
      <RelatedWebsites related={item.related} />
      {item.reports !== null && <Reports reports={item.reports} />}
      {item.kind === 'website' && (
        <a
          className={`inline-row gap-6 text-13 ${classes.visit}`}
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

/** Why visitors complained: the reason for a running creative to be here. */
function Reports({ reports }: { reports: NonNullable<ReviewItem['reports']> }) {
  const t = useTexts(reviewTexts);
  const reasons = useTexts(adReportTexts);
  return (
    <section className={classes.reports} aria-label={t('reports.title')}>
      <h3>{t('reports.count', { count: reports.viewers })}</h3>
      <ul>
        {reports.reasons.map(({ reason, count }) => (
          <li key={reason}>
            {reasons(`reason.${reason}`)} <span className="figure">× {count}</span>
          </li>
        ))}
      </ul>
      {reports.comments.map((comment) => (
        <blockquote key={comment}>{comment}</blockquote>
      ))}
    </section>
  );
}

/** Addresses as text only: a reviewer must not open what is under review by a slip of the mouse. */
function FieldValue({ isCode, value }: { isCode: boolean; value: string }) {
  if (value === '') return '–';
  return value.includes('\n') || value.includes('<') || isCode ? (
    <pre className={`no-margin scrolls text-12 ${classes.code}`}>{value}</pre>
  ) : (
    value
  );
}

/** As visitors see it; nothing of it opens a window. */
function Preview({ item }: { item: ReviewItem }) {
  if (item.size === null || (item.imageUrl === null && item.frameUrl === null)) return null;
  return (
    <div className={classes.preview} style={{ flexBasis: item.size.width + STAGE_EDGES_PX }}>
      <AdPreview
        popups={false}
        type={item.frameUrl === null ? 'image' : 'third_party'}
        ad={{ size: item.size, imageUrl: item.imageUrl, altText: item.name, frameUrl: item.frameUrl }}
      />
    </div>
  );
}
