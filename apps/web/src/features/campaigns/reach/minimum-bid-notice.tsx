import { useTexts } from '../../../i18n/texts.ts';
import { campaignReachTexts } from '../../../kits/reach/texts.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { Notice } from '../../../ui/form/field-layout.tsx';
import { useCurrency } from '../../../ui/money.tsx';
import { type AskedReach, useReachEstimate } from './use-reach-estimate.ts';

/** A bid that is too low for all or a part of where the ad set could be shown is said before it is saved. */
export function MinimumBidNotice(asked: AskedReach) {
  const t = useTexts(campaignReachTexts);
  const currency = useCurrency();
  const { question, query } = useReachEstimate(asked);
  const { data, isPlaceholderData } = query;
  if (question === null || data === undefined || isPlaceholderData || data.minimumBid === null) return null;
  const { low, high } = data.minimumBid;
  const bid = question.bid ?? data.networkRate;
  if (bid >= high) return null;
  const values = {
    ...{ objective: question.objective, bid: formatMoney(bid, currency) },
    ...{ low: formatMoney(low, currency), high: formatMoney(high, currency) },
  };
  return (
    <Notice tone="warn" live>
      <p>{t(bid < low ? 'belowMinimum' : 'belowSomeMinimums', values)}</p>
    </Notice>
  );
}
