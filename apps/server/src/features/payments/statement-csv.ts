import { csvText } from '@placard/domain/csv';
import { formatMicros } from '@placard/domain/micros';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { Statement } from './statements.ts';

const HEADER = ['section', 'date', 'description', 'website', 'widget', 'amount', 'currency', 'withheld_tax'];

/** The statement line by line: the amounts between opening and closing balance sum to their difference. */
export function renderStatementCsv(statement: Statement): string {
  const { currency } = statement;
  const line = (
    section: string,
    date: string,
    text: string,
    website: string,
    widget: string,
    micros: bigint,
    withheldMicros = 0n,
  ) => [
    ...[section, date, text, website, widget, formatMicros(micros), currency],
    withheldMicros === 0n ? '' : formatMicros(withheldMicros),
  ];
  const balance = (section: string, micros: bigint) => line(section, '', '', '', '', micros);
  return csvText([
    HEADER,
    balance('opening_balance', statement.openingMicros),
    ...statement.earnings.map(({ website, widget, micros }) =>
      line(
        'earnings',
        statement.month,
        website === null ? 'not broken down' : '',
        website === null ? '' : shownDomain(website),
        widget ?? '',
        micros,
      ),
    ),
    ...statement.entries.map(({ day, kind, text, micros, withheld }) =>
      line(kind, day, text, '', '', micros, withheld?.micros),
    ),
    balance('closing_balance', statement.closingMicros),
  ]);
}
