import { Drawer } from '@mantine/core';
import type { Unpaid } from '@placard/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, SearchX } from 'lucide-react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { WEBSITES_PATH, websiteWidgetsPath, widgetEditPath } from '../../lib/publisher-paths.ts';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { useCurrency } from '../../ui/money.tsx';
import button from '../../ui/plain-button.module.css';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type UnpaidGroup, type UnpaidReason, unpaidReasons } from './unpaid-reasons.ts';
import classes from './why-unpaid.module.css';
import { whyUnpaidTexts } from './why-unpaid-texts.ts';

export type UnpaidQuestion = {
  readonly from: string;
  readonly to: string;
  readonly websiteId?: number;
  readonly widgetId?: number;
};

const GROUPS: readonly UnpaidGroup[] = ['noFill', 'notShown', 'filtered', 'beyond'];

/** What became of the views of a widget, a website or all of them, and what to do about those that brought nothing. */
export default function WhyUnpaidDrawer({
  question,
  onClose,
}: {
  question: UnpaidQuestion;
  onClose: () => void;
}) {
  const t = useTexts(whyUnpaidTexts);
  const ui = useTexts(uiTexts);
  useFocusReturn(true);
  const query = useQuery(apiQuery(api.reports.publisherUnpaid, question));
  const name = query.data?.widget?.name;
  const scope =
    question.widgetId !== undefined ? 'widget' : question.websiteId !== undefined ? 'website' : 'all';
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      position="right"
      size={560}
      title={name === undefined ? t('title') : t('titleOf', { name })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <p className="below-16 muted">
        {t('intro', { from: formatDate(question.from, 'UTC'), to: formatDate(question.to, 'UTC'), scope })}
      </p>
      {query.error instanceof ApiError && query.error.status === 404 ? (
        <EmptyState
          icon={SearchX}
          title={query.error.message}
          text={t('gone')}
          action={
            <button type="button" className={button.secondary} onClick={onClose}>
              {ui('close')}
            </button>
          }
        />
      ) : (
        <Loaded query={query} failed={t('failed')}>
          {(answer) =>
            answer.requests === 0 && answer.filtered.length === 0 ? (
              <EmptyState icon={SearchX} title={t('nothing')} text={t('nothingText')} />
            ) : (
              <>
                <Path answer={answer} />
                <Reasons answer={answer} />
              </>
            )
          }
        </Loaded>
      )}
    </Drawer>
  );
}

/** From the view to the money: each step with its share of the one before. */
function Path({ answer }: { answer: Unpaid }) {
  const t = useTexts(whyUnpaidTexts);
  const currency = useCurrency();
  const steps = [
    { key: 'requests', value: answer.requests, of: answer.requests },
    { key: 'filled', value: answer.filled, of: answer.requests },
    { key: 'impressions', value: answer.impressions, of: answer.requests },
    { key: 'viewables', value: answer.viewables, of: answer.requests },
  ] as const;
  return (
    <section className="framed grid gap-12 sunken pad-16" aria-label={t('path.title')}>
      {steps.map(({ key, value, of }) => {
        const share = of === 0 ? 0 : Math.min(1, value / of);
        return (
          <div key={key} className={`grid gap-8-16 ${classes.step}`}>
            <span>{t(`path.${key}`)}</span>
            <span className="figure">{formatNumber(value)}</span>
            <span className="faint figure to-end">{formatPercent(share)}</span>
            <span className={`coloured track whole-row ${classes.bar}`} aria-hidden>
              <span style={{ width: `${share * 100}%` }} />
            </span>
          </div>
        );
      })}
      <p className="muted">
        {t('path.clicks')} <strong className="figure">{formatNumber(answer.clicks)}</strong> ·{' '}
        {t('path.earnings')} <strong className="figure">{formatMoney(answer.earnings, currency)}</strong>
      </p>
    </section>
  );
}

function Reasons({ answer }: { answer: Unpaid }) {
  const t = useTexts(whyUnpaidTexts);
  const reasons = unpaidReasons(answer);
  if (reasons.length === 0) return <EmptyState icon={CircleCheck} title={t('allPaid')} />;
  return GROUPS.map((group) => {
    const own = reasons.filter((reason) => reason.group === group);
    if (own.length === 0) return null;
    return (
      <section key={group} className="above-24" aria-label={t(`group.${group}`)}>
        <h3 className="text-14 below-8">{t(`group.${group}`)}</h3>
        <ul className="plain-list grid gap-8">
          {own.map((reason) => (
            <Reason key={`${reason.code} ${reason.kind}`} reason={reason} answer={answer} />
          ))}
        </ul>
      </section>
    );
  });
}

type Words = { readonly title: string; readonly text: string; readonly action?: string };

function Reason({ reason, answer }: { reason: UnpaidReason; answer: Unpaid }) {
  const t = useTexts(whyUnpaidTexts);
  const { title, text, action } = useWords(reason, answer);
  const to = action === undefined ? null : wayOut(reason.code, answer);
  return (
    <li className="framed grid gap-8 items-start pad-12">
      <div className="flex gap-12 between full-width">
        <strong>{title}</strong>
        <span className="muted rigid figure">{t('count', { count: reason.count })}</span>
      </div>
      <p className="muted text-14">{text}</p>
      {to !== null && (
        <Link className={button.secondary} to={to}>
          {action} <ArrowRight size={15} aria-hidden />
        </Link>
      )}
    </li>
  );
}

function useWords(reason: UnpaidReason, answer: Unpaid): Words {
  const t = useTexts(whyUnpaidTexts);
  const filter = useTexts(filterTexts);
  const currency = useCurrency();
  const { outcome } = whyUnpaidTexts.english;
  const { code, kind } = reason;
  if (isKey(outcome, code)) {
    const floor = answer.widget?.floorCpm ?? null;
    const text =
      code === 'floor'
        ? t('outcome.floor.text', { floor: floor === null ? '' : ` (${formatMoney(floor, currency)})` })
        : t(`outcome.${code}.text`);
    return { title: t(`outcome.${code}.title`), text, action: t(`outcome.${code}.action`) };
  }
  if (isKey(filterTexts.english.meaning, code) && kind !== null) {
    return {
      title: filter(`reason.${code}`),
      text: `${filter(`meaning.${code}`)} ${t('filteredText', { kind })}`,
    };
  }
  if (code === 'notLoaded' || code === 'notViewable' || code === 'overDelivered') {
    return { title: t(`${code}.title`), text: t(`${code}.text`) };
  }
  return { title: code, text: '' };
}

function isKey<Tree extends object>(tree: Tree, key: string): key is Extract<keyof Tree, string> {
  return Object.hasOwn(tree, key);
}

/** Where the publisher mends it: the widget's form, its list, the websites. Without a widget there is no one form. */
function wayOut(code: string, { widget }: Unpaid): string | null {
  if (code === 'wrong_site') return WEBSITES_PATH;
  if (widget === null) return null;
  return code === 'not_serving'
    ? websiteWidgetsPath(widget.websiteId)
    : widgetEditPath(widget.websiteId, widget.id);
}
