import type { ReactNode } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { translator } from '../../i18n/texts.ts';
import { Count } from '../../ui/count.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table/column.ts';
import { type Status, StatusChip } from '../status/status-chip.tsx';

/** What of a column is its own; `cell` takes the place of what its kind shows. */
type Look<Row> = Partial<Pick<Column<Row>, 'sort' | 'fixed' | 'hidden' | 'plain' | 'cell'>>;
type Value<Row, Of> = (row: Row) => Of;

/** By id, heading, value (which the CSV file has as it is, so in words), and what is its own. */
export function textColumn<Row>(
  id: string,
  header: string,
  value: Value<Row, string | null>,
  look: Look<Row> = {},
): Column<Row> {
  return { id, header, csv: value, cell: (row) => value(row) ?? '–', ...look };
}

/** What is compared letter by letter: a reference, an id. */
export function codeColumn<Row>(
  id: string,
  header: string,
  value: Value<Row, string>,
  look: Look<Row> = {},
): Column<Row> {
  return { id, header, csv: value, cell: (row) => <code>{value(row)}</code>, ...look };
}

export function statusColumn<Row>(
  header: string,
  value: Value<Row, { readonly status: Status; readonly reason?: string | null | undefined }>,
  { id = 'status', ...look }: Look<Row> & { readonly id?: string } = {},
): Column<Row> {
  return {
    id,
    header,
    plain: true,
    csv: (row) => translator(uiTexts)(`status.${value(row).status}`),
    cell: (row) => <StatusChip {...value(row)} />,
    ...look,
  };
}

/** A day, in one piece. */
export function Day({ value }: { value: string | null }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <DateTime value={value} />
    </span>
  );
}

/** A day or an instant; with `withTime` its time as well. */
export function dayColumn<Row>(
  id: string,
  header: string,
  value: Value<Row, string | null>,
  { withTime = false, ...look }: Look<Row> & { readonly withTime?: boolean } = {},
): Column<Row> {
  return {
    id,
    header,
    csv: (row) => {
      const at = value(row);
      return at === null ? null : { at };
    },
    cell: (row) => (withTime ? <DateTime value={value(row)} withTime /> : <Day value={value(row)} />),
    ...look,
  };
}

export function countColumn<Row>(
  id: string,
  header: string,
  value: Value<Row, number>,
  look: Look<Row> = {},
): Column<Row> {
  return { id, header, end: true, csv: value, cell: (row) => <Count value={value(row)} />, ...look };
}

function ownCurrency(row: object): string | null {
  return 'currency' in row && typeof row.currency === 'string' ? row.currency : null;
}

/** Whole cents, in the network's currency unless the row has one of its own. */
export function moneyColumn<Row extends object>(
  id: string,
  header: string,
  value: Value<Row, number | null>,
  look: Look<Row> = {},
): Column<Row> {
  const cell = (row: Row): ReactNode => {
    const amount = value(row);
    const currency = ownCurrency(row);
    if (amount === null) return '–';
    return <Money value={amount} {...(currency === null ? {} : { currency })} aligned />;
  };
  return { id, header, end: true, csv: value, currency: ownCurrency, cell, ...look };
}
