import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { apiQuery } from '../../lib/api/api.ts';
import type { CallOptions } from '../../lib/api/endpoint.ts';
import { formatNumber } from '../../lib/format/number-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { recordTexts } from './texts.ts';

type PageOf<Row> = {
  readonly items: readonly Row[];
  readonly total: number;
  /** There are more than `total`, as far as was counted. */
  readonly more?: boolean | undefined;
};
type Operation<Input, Row> = {
  (input: Input, options?: CallOptions): Promise<PageOf<Row>>;
  readonly key: readonly string[];
};

/** So many of a kind are shown on a record's page; the list has the rest. */
export const RELATED_SHOWN = 5;

/** The newest records of a kind that belong to this one, and the way to all of them. */
export function RelatedPanel<Input, Row>({
  title,
  empty,
  operation,
  asked,
  all,
  rowId,
  row,
}: {
  title: string;
  empty: string;
  operation: Operation<Input, Row>;
  /** For `RELATED_SHOWN` of them. */
  asked: Input;
  all: { readonly to: string; readonly search: Readonly<Record<string, string>> };
  rowId: (row: Row) => number;
  /** What is called first, then what tells it from others. */
  row: (row: Row) => ReactNode;
}) {
  const t = useTexts(recordTexts);
  const query = useQuery({ ...apiQuery(operation, asked), placeholderData: keepPreviousData });
  return (
    <Panel flush title={title}>
      <Loaded query={query} failed={t('relatedFailed')} loading={<LoadingState lines={3} />}>
        {({ items, total, more }) => (
          <>
            <RowList empty={empty} aligned>
              {items.map((item) => (
                <li key={rowId(item)}>{row(item)}</li>
              ))}
            </RowList>
            {total > items.length && (
              <p className="line-above pad-row">
                <Link to={all.to} search={all.search}>
                  {t('all', { count: formatNumber(total), more: more === true ? 'yes' : 'no' })}
                </Link>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** @param aligned the facts of all lines beneath each other, at most four of them, in a panel that has room for that */
type RowListProps = { empty: string; aligned?: boolean; children: readonly ReactNode[] };

/** Lines of a panel, each a link and what stands beside it. */
export function RowList({ empty, aligned = false, children }: RowListProps) {
  if (children.length === 0) return <p className="faint text-13 pad-row">{empty}</p>;
  return <ul className={`plain-list list-rows ${aligned ? 'in-columns' : ''}`}>{children}</ul>;
}
