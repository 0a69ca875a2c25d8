import { Money } from '../../ui/money.tsx';

/** With its sign both ways; what came in stands out. */
export function SignedMoney({ amount }: { amount: number }) {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return (
    <span className={amount > 0 ? 'good semibold' : undefined}>
      {sign}
      <Money value={Math.abs(amount)} aligned />
    </span>
  );
}
