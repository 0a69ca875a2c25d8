import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { RowList } from '../../kits/records/related-panel.tsx';
import { percent, useShareWords } from '../../kits/share-rates/share-words.ts';
import { shareRateTexts } from '../../kits/share-rates/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';

/** What the publisher has of each charge, and from when it will be another part. */
export function OwnShares() {
  const t = useTexts(shareRateTexts);
  const words = useShareWords();
  const query = useQuery(apiQuery(api.shareRates.own, undefined));
  return (
    <div className="above-24">
      <Panel flush title={t('title')}>
        <Loaded query={query} failed={t('own.failed')} loading={<LoadingState lines={1} />}>
          {({ present, items }) => (
            <RowList empty="">
              {[
                <li key="now">{t('own.now', { share: percent(present.sharePercent) })}</li>,
                ...items.map((item) => (
                  <li key={`${item.from}/${item.website?.id ?? 0}/${item.sharePercent}`}>
                    <span className="breaks shrinks">{words(item)}</span>
                    <span className="faint text-13 breaks">
                      {item.website === null ? t('own.all') : shownDomain(item.website.domain)}
                    </span>
                  </li>
                )),
              ]}
            </RowList>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
