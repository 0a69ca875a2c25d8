import type { StatementSummary } from '@placard/contract/payments';
import { translator } from '../../i18n/texts.ts';
import { formatMoney, formatMoneyCents } from '../../lib/format/number-format.ts';
import { statementTexts } from './texts.ts';

/** What was earned and what was left: in cents, and whole for whoever points at it. */
export function statementFigures(statement: Pick<StatementSummary, 'earnings' | 'closing' | 'currency'>) {
  const { currency, earnings, closing } = statement;
  const figures = (format: typeof formatMoney) =>
    translator(statementTexts)('figures', {
      earnings: format(earnings, currency),
      closing: format(closing, currency),
    });
  return { short: figures(formatMoneyCents), whole: figures(formatMoney) };
}
