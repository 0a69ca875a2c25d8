import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RatesPanel } from '../dated-rates/rates-panel.tsx';
import { RecordLink } from '../records/record-link.tsx';
import { percent, useShareWords } from './share-words.ts';
import { shareRateTexts } from './texts.ts';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'));
const EndDialog = lazyPart(() => import('./end-dialog.tsx'));

/** Shares of a publisher and its websites, or the network's: what holds now, what is to come, what was. */
export function ShareRatesPanel({ publisherId }: { publisherId: number | null }) {
  const t = useTexts(shareRateTexts);
  const wordsOf = useShareWords();
  const query = useQuery(apiQuery(api.shareRates.list, publisherId === null ? {} : { publisherId }));
  const words = { add: t('add'), none: t('none'), loadFailed: t('loadFailed') };
  return (
    <RatesPanel
      publisherId={publisherId}
      query={query}
      now={({ present }) =>
        t('now', { share: percent(present.sharePercent), level: t(`level.${present.shareLevel}`) })
      }
      kind={{
        ...{ wordsOf, SetDialog: ShareDialog, EndDialog, remove: api.shareRates.remove },
        words:
          publisherId === null
            ? { ...words, title: t('networkTitle'), hint: t('networkHint') }
            : { ...words, title: t('title') },
        removal: {
          ...{ title: t('removeTitle'), message: t('removeText') },
          ...{ success: t('removed'), failure: t('removeFailed'), queryKey: 'shareRates' },
        },
        besides: ({ website }) =>
          website !== null && (
            <RecordLink kind="website" id={website.id} title={website.domain}>
              {shownDomain(website.domain)}
            </RecordLink>
          ),
      }}
    />
  );
}
