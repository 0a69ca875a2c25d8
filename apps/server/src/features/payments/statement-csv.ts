import { csvText } from '@placard/domain/csv';
import { formatMicros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { Statement } from './statements.ts';

const HEADER = ['section', 'date', 'description', 'website', 'widget', 'amount', 'currency'];

/** The statement line by line: the amounts between opening and closing balance sum to their difference. */
export function renderStatementCsv(statement: Statement): string {
  const { currency, timeZone } = statement;
  const line = (
    section: string,
    date: string,
    text: string,
    website: string,
    widget: string,
    micros: bigint,
  ) => [section, date, text, website, widget, formatMicros(micros), currency];
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
    ...statement.entries.map(({ at, kind, text, micros }) =>
      line(kind, localDayAt(timeZone, at.getTime()), text, '', '', micros),
    ),
    balance('closing_balance', statement.closingMicros),
  ]);
}
