import { Columns3, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { ListControls } from '../../lib/search/use-list.ts';
import type { MenuAction } from '../action-menu.tsx';
import control from '../control.module.css';
import { Disclosure } from '../disclosure.tsx';
import { SearchBox } from '../filters.tsx';
import { type Column, type ListPage, sortName } from './column.ts';
import { CsvButton } from './csv-button.tsx';
import classes from './data-table.module.css';
import type { TableModel } from './use-columns.ts';

function ColumnChooser<Row extends object>({
  table,
  columns,
}: {
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
}) {
  const t = useTexts(uiTexts);
  return (
    <Disclosure
      align="end"
      trigger={(props) => (
        <button type="button" {...props} className={control.button}>
          <Columns3 size={16} aria-hidden />
          {t('table.columns')}
        </button>
      )}
    >
      <div className={`grid gap-2 ${classes.chooser}`}>
        {columns
          .filter((column) => column.fixed !== true)
          .map((column) => (
            <label key={column.id} className="row gap-8 rounded-small clickable hovers">
              <input
                type="checkbox"
                checked={table.getColumn(column.id)?.getIsVisible() ?? true}
                onChange={(event) => table.getColumn(column.id)?.toggleVisibility(event.target.checked)}
              />
              {column.header}
            </label>
          ))}
      </div>
    </Disclosure>
  );
}

/** Cards have no header to press: phones choose the order from a list, other windows where `always` says so. */
function SortChoice<Row>({
  columns,
  list,
  always,
}: {
  columns: readonly Column<Row>[];
  list: ListControls;
  always: boolean;
}) {
  const t = useTexts(uiTexts);
  const id = useId();
  const sortable = columns.flatMap((column) => {
    const name = sortName(column);
    return name === undefined ? [] : [{ name, header: column.header }];
  });
  if (sortable.length === 0) return null;
  return (
    <div className={always ? control.field : `${control.field} ${classes.phoneSort}`}>
      <label htmlFor={id} className={always ? 'muted' : 'visually-hidden'}>
        {t('table.sort')}
      </label>
      <select id={id} value={list.sort ?? ''} onChange={(event) => list.setSort(event.target.value)}>
        {sortable.flatMap(({ name, header }) => [
          <option key={name} value={name}>{`${header} ↑`}</option>,
          <option key={`-${name}`} value={`-${name}`}>{`${header} ↓`}</option>,
        ])}
      </select>
    </div>
  );
}

export function TableToolbar<Row extends object>(props: {
  id: string;
  table: TableModel<Row>;
  columns: readonly Column<Row>[];
  list: ListControls;
  searchLabel?: string | undefined;
  clearLabel?: string | undefined;
  filters?: ReactNode | ((shows: (columnId: string) => boolean) => ReactNode) | undefined;
  sortChoice?: boolean | undefined;
  /** No row is left: what is shown in their place has the button that clears. */
  nothing?: boolean | undefined;
  fetchPage?: ((page: { page: number; pageSize: number }) => Promise<ListPage<Row>>) | undefined;
}) {
  const t = useTexts(uiTexts);
  const { list, table, columns, fetchPage } = props;
  return (
    <div
      className={`row wrap gap-8 pad-12 line-below ${classes.toolbar} ${props.sortChoice === true ? classes.sorted : ''}`}
    >
      <SearchBox value={list.search} onChange={list.setSearch} label={props.searchLabel} />
      {typeof props.filters === 'function'
        ? props.filters((id) => table.getColumn(id)?.getIsVisible() ?? false)
        : props.filters}
      {props.sortChoice === true && <SortChoice columns={columns} list={list} always />}
      {list.narrowed && props.nothing !== true && (
        <button type="button" className={control.button} onClick={list.clear}>
          <X size={16} aria-hidden />
          {props.clearLabel ?? t('table.clearFilters')}
        </button>
      )}
      <span className={`flex wrap gap-8 to-end ${classes.tools}`}>
        {props.sortChoice !== true && <SortChoice columns={columns} list={list} always={false} />}
        <ColumnChooser table={table} columns={columns} />
        {fetchPage !== undefined && <CsvButton name={props.id} columns={columns} fetchPage={fetchPage} />}
      </span>
    </div>
  );
}

/** Takes the toolbar's place while rows are selected. */
export function BulkBar({
  count,
  actions,
  onClear,
}: {
  count: number;
  actions: readonly MenuAction[];
  onClear: () => void;
}) {
  const t = useTexts(uiTexts);
  return (
    <div className="row wrap gap-8 pad-12 line-below tinted">
      <strong aria-live="polite">{t('table.selected', { count })}</strong>
      {actions.map(({ key, label, icon: Icon, onSelect, disabled, title }) => (
        <button
          key={key}
          type="button"
          className={control.button}
          onClick={onSelect}
          disabled={disabled}
          title={title}
        >
          {Icon !== undefined && <Icon size={16} aria-hidden />}
          {label}
        </button>
      ))}
      <span className="grow" />
      <button type="button" className={control.button} onClick={onClear}>
        <X size={16} aria-hidden />
        {t('table.clearSelection')}
      </button>
    </div>
  );
}
