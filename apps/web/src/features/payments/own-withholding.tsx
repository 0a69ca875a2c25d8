import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { RowList } from '../../kits/records/related-panel.tsx';
import { withholdingTexts } from '../../kits/withholding/texts.ts';
import { percent, useWithholdingWords } from '../../kits/withholding/withholding-words.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { FailedPanel } from '../../ui/failed-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unsettled } from '../../ui/states.tsx';

/** Tax that is withheld of withdrawals, now and to come; nothing where none is. */
export function OwnWithholding() {
  const t = useTexts(withholdingTexts);
  const words = useWithholdingWords();
  const query = useQuery(apiQuery(api.withholding.own, undefined));
  const { data } = query;
  if (data === undefined && query.isError) {
    return (
      <div className="above-24">
        <FailedPanel title={t('title')} failed={t('loadFailed')} query={query} />
      </div>
    );
  }
  if (data === undefined) return <Unsettled />;
  if (data.present.withholdingPercent === 0 && data.items.length === 0) return null;
  const { present, items } = data;
  return (
    <div className="above-24">
      <Panel flush title={t('title')}>
        <RowList empty="">
          {[
            <li key="now">
              {present.withholdingPercent === 0
                ? t('nowNone')
                : t('own.now', { rate: percent(present.withholdingPercent) })}
            </li>,
            ...items.map((item) => (
              <li key={`${item.from}/${item.withholdingLevel}`}>
                <span className="breaks shrinks">{words(item)}</span>
                <span className="faint text-13 breaks">{t(`level.${item.withholdingLevel}`)}</span>
              </li>
            )),
          ]}
        </RowList>
      </Panel>
    </div>
  );
}
