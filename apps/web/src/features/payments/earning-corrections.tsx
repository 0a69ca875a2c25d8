import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiPages } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { FailedPanel } from '../../ui/failed-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { Unsettled } from '../../ui/states.tsx';
import { paymentTexts } from './texts.ts';

/** What the network credited or took back, each with its reason. Most publishers have none and see no panel. */
export function EarningCorrections() {
  const t = useTexts(paymentTexts);
  const query = useInfiniteQuery(apiPages(api.payments.corrections, { limit: 20 }));
  if (query.data === undefined && query.isError) {
    return (
      <div className="above-24">
        <FailedPanel title={t('correction.title')} failed={t('correction.failed')} query={query} />
      </div>
    );
  }
  if (query.data === undefined) return <Unsettled />;
  const rows = query.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return null;
  return (
    <div className="above-24">
      <Panel title={t('correction.title')} description={t('correction.description')} flush>
        <ul className="plain-list list-rows">
          {rows.map((row) => (
            <li key={row.id}>
              <div className="breaks shrinks">
                <div className="semibold">{row.reason === '' ? t('correction.noReason') : row.reason}</div>
                <div className="faint text-13">
                  {t(`correction.kind.${row.kind}`)} · <DateTime value={row.at} withTime />
                </div>
              </div>
              <span className={row.amount > 0 ? 'good semibold nowrap' : 'nowrap'}>
                {row.amount > 0 ? '+' : '−'}
                <Money value={Math.abs(row.amount)} aligned />
              </span>
            </li>
          ))}
        </ul>
        <ReadOn
          query={query}
          count={rows.length}
          label={t('correction.more')}
          failed={t('correction.failed')}
        />
      </Panel>
    </div>
  );
}
