import type { RecordKind } from '@placard/domain/record';
import { recordPath } from '@placard/domain/record-paths';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/table/column.ts';

/** A mention of something that has a page. */
export function RecordLink({
  kind,
  id,
  title,
  children,
}: {
  kind: RecordKind;
  id: number;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Link to={recordPath(kind, id)} title={title}>
      {children}
    </Link>
  );
}

type Account = { readonly id: number; readonly name: string; readonly email: string };

export function AccountLink({ account: { id, name, email } }: { account: Account }) {
  return (
    <RecordLink kind="account" id={id} title={email}>
      {name}
    </RecordLink>
  );
}

/** Whose it is, leading to the account; the email on hover, and in the file, where names may be alike. */
export function accountColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => Account,
  look: Partial<Pick<Column<Row>, 'sort' | 'fixed'>> = {},
): Column<Row> {
  return {
    id,
    header,
    ...look,
    plain: true,
    csv: (row) => `${value(row).name} (${value(row).email})`,
    cell: (row) => <AccountLink account={value(row)} />,
  };
}

/** What a row of a list is called, leading to its page. */
export function recordColumn<Row>(
  header: string,
  of: {
    readonly kind: RecordKind;
    readonly column: string;
    readonly id: (row: Row) => number;
    readonly name: (row: Row) => string;
    readonly sort?: string | true;
    /** Takes the place of the name alone. */
    readonly shown?: (row: Row) => ReactNode;
    /** Beside the link: a picture. */
    readonly beside?: (row: Row) => ReactNode;
  },
): Column<Row> {
  const { kind, column, id, name, sort, shown, beside } = of;
  const link = (row: Row) => (
    <RecordLink kind={kind} id={id(row)}>
      {shown?.(row) ?? name(row)}
    </RecordLink>
  );
  return {
    id: column,
    header,
    fixed: true,
    ...(sort === undefined ? {} : { sort }),
    csv: name,
    cell: (row) =>
      beside === undefined ? (
        link(row)
      ) : (
        <span className="inline-row gap-8">
          {beside(row)}
          {link(row)}
        </span>
      ),
  };
}
