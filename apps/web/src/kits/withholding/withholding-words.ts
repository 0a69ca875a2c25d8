import type { WithholdingRateRow } from '@placard/contract/withholding';
import { translator, useTexts } from '../../i18n/texts.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { withholdingTexts } from './texts.ts';

export function percent(value: number): string {
  return translator(withholdingTexts)('asPercent', { value: formatNumber(value) });
}

type Dated = Pick<WithholdingRateRow, 'withholdingPercent' | 'fromDay' | 'lastDay'>;

/** "15% from Dec 1, 2026 to Dec 31, 2026" */
export function useWithholdingWords() {
  const t = useTexts(withholdingTexts);
  return ({ withholdingPercent, fromDay, lastDay }: Dated) => {
    const [rate, from] = [percent(withholdingPercent), formatDate(fromDay, 'UTC')];
    return lastDay === null
      ? t('rate', { rate, from })
      : t('rateUntil', { rate, from, last: formatDate(lastDay, 'UTC') });
  };
}
