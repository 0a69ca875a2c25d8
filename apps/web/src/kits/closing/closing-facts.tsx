import type { ClosingPreview } from '@placard/contract/closing';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { closingTexts } from './texts.ts';

/** What closing ends and keeps, and what has to be settled before. `own`: whoever reads it is a member. */
export function ClosingFacts({ preview, own }: { preview: ClosingPreview; own: boolean }) {
  const t = useTexts(closingTexts);
  const money = (amount: number) => formatMoney(amount, preview.currency);
  return (
    <>
      <p>{t(own ? 'ends' : 'operator.ends', { campaigns: preview.campaigns, members: preview.members })}</p>
      <p>{t('kept', { days: preview.keptDays })}</p>
      <p className="muted text-13">{t('books', { years: preview.booksKeptYears })}</p>
      {preview.obstacles.length > 0 && (
        <div role="alert">
          <strong>{t('first')}</strong>
          <ul>
            {preview.obstacles.map((obstacle) => (
              <li key={obstacle}>
                {t(`obstacle.${obstacle}`, {
                  earnings: money(preview.earnings),
                  least: money(preview.minPayout),
                  balance: money(preview.balance),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What would be given up, in words; null: nothing is left. */
export function useLeft(preview: ClosingPreview): string | null {
  const t = useTexts(closingTexts);
  const parts = [
    ...(preview.balance > 0
      ? [t('balance', { amount: formatMoney(preview.balance, preview.currency) })]
      : []),
    ...(preview.earnings > 0
      ? [t('earnings', { amount: formatMoney(preview.earnings, preview.currency) })]
      : []),
  ];
  const [first, second] = parts;
  if (first === undefined) return null;
  return second === undefined ? first : t('and', { first, second });
}
