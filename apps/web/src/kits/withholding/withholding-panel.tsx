import type { WithholdingRateRow } from '@placard/contract/withholding';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RatesPanel } from '../dated-rates/rates-panel.tsx';
import { codeNames } from '../form/code-names.ts';
import { withholdingTexts } from './texts.ts';
import { percent, useWithholdingWords } from './withholding-words.ts';

const RateDialog = lazyPart(() => import('./rate-dialog.tsx'));
const EndDialog = lazyPart(() => import('./end-dialog.tsx'));

/** Rates of withholding of a publisher, or the network's and its countries': what holds now, is to come, and was. */
export function WithholdingPanel({ publisherId }: { publisherId: number | null }) {
  const t = useTexts(withholdingTexts);
  const datesOf = useWithholdingWords();
  const query = useQuery(apiQuery(api.withholding.list, publisherId === null ? {} : { publisherId }));
  const isGeneral = publisherId === null;
  const wordsOf = (rate: WithholdingRateRow) => {
    if (!isGeneral) return datesOf(rate);
    const { country } = rate;
    const place =
      country === null ? t('everywhere') : (codeNames('region', [country]).get(country) ?? country);
    return `${place}: ${datesOf(rate)}`;
  };
  const words = { add: t('add'), none: t('none'), loadFailed: t('loadFailed') };
  return (
    <RatesPanel
      publisherId={publisherId}
      query={query}
      now={({ items, present }) => {
        if (isGeneral && items.length > 0) return null;
        const { withholdingPercent, withholdingLevel } = present;
        return withholdingPercent === 0
          ? t('nowNone')
          : t('now', { rate: percent(withholdingPercent), level: t(`level.${withholdingLevel}`) });
      }}
      kind={{
        ...{ wordsOf, SetDialog: RateDialog, EndDialog, remove: api.withholding.remove },
        words: isGeneral
          ? { ...words, title: t('networkTitle'), hint: t('networkHint') }
          : { ...words, title: t('title') },
        removal: {
          ...{ title: t('removeTitle'), message: t('removeText') },
          ...{ success: t('removed'), failure: t('removeFailed'), queryKey: 'withholding' },
        },
      }}
    />
  );
}
