import type { Refund } from '@placard/contract/billing';
import { useTexts } from '../../../i18n/texts.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Money } from '../../../ui/money.tsx';
import { refundRemarks } from './refund-words.ts';
import { depositTexts } from './texts.ts';

/** What went back of a deposit; a press shows how, why and whether it arrived. */
export function RefundsCell({
  refunded,
  refunds,
  currency,
}: {
  refunded: number;
  refunds: readonly Refund[];
  currency: string;
}) {
  const t = useTexts(depositTexts);
  if (refunds.length === 0) return '–';
  return (
    <Disclosure
      align="end"
      trigger={(props) => (
        <button type="button" {...props} className="plain-button figure dotted">
          <Money value={refunded} />
        </button>
      )}
    >
      <ul className="plain-list grid gap-8 text-13 max-320 pad-12 text-left">
        {refunds.map((refund) => (
          <li className="grid gap-2" key={refund.id}>
            <span>
              <strong>{formatMoney(refund.amount, currency)}</strong> {t(`refundOrigin.${refund.origin}`)} ·{' '}
              {t(`refundStatus.${refund.status}`)}
            </span>
            <small className="breaks">
              <DateTime value={refund.requestedAt} withTime />
              {refundRemarks(refund).map((remark) => ` · ${remark}`)}
            </small>
            {refund.uncovered > 0 && refund.status !== 'returned' && (
              <small className="breaks bad">
                {t('uncovered', { amount: formatMoney(refund.uncovered, currency) })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
