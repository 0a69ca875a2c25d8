import type { ShareRateRow } from '@placard/contract/share-rates';
import { translator, useTexts } from '../../i18n/texts.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { shareRateTexts } from './texts.ts';

export function percent(value: number): string {
  return translator(shareRateTexts)('asPercent', { value: formatNumber(value) });
}

/** "75 % from 1 December 2026 to 31 December 2026" */
export function useShareWords() {
  const t = useTexts(shareRateTexts);
  return ({ sharePercent, fromDay, lastDay }: Pick<ShareRateRow, 'sharePercent' | 'fromDay' | 'lastDay'>) => {
    const [share, from] = [percent(sharePercent), formatDate(fromDay, 'UTC')];
    return lastDay === null
      ? t('share', { share, from })
      : t('shareUntil', { share, from, last: formatDate(lastDay, 'UTC') });
  };
}
