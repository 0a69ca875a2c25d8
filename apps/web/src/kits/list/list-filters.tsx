import { listDaysIssue } from '@placard/domain/day-bounds';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { ChoiceFilter, DayRangeFilter, DaysNotice } from '../../ui/filters.tsx';
import type { Status } from '../status/status-chip.tsx';

/** A list, as far as a filter of one name reads and sets it. */
type Filtered<Name extends string, Value> = {
  readonly input: { readonly [Key in Name]?: Value | undefined };
  readonly setFilters: (values: { [Key in Name]?: Value | undefined }) => void;
};

/** One of a few values, by the name of the list's filter. */
export function ListChoice<const Name extends string, const Value extends string>({
  list,
  name,
  label,
  values,
  words,
}: {
  list: Filtered<NoInfer<Name>, NoInfer<Value>>;
  name: Name;
  label: string;
  values: readonly Value[];
  words: (value: Value) => string;
}) {
  return (
    <ChoiceFilter<Value>
      label={label}
      value={list.input[name]}
      choices={values.map((value) => ({ value, label: words(value) }))}
      onChange={(value) => list.setFilters({ [name]: value } as { [Key in Name]?: Value | undefined })}
    />
  );
}

/** The same for `status`, in the words of the chips. */
export function StatusFilter<const Value extends Status>({
  list,
  label,
  values,
}: {
  list: Filtered<'status', NoInfer<Value>>;
  label: string;
  values: readonly Value[];
}) {
  const ui = useTexts(uiTexts);
  return (
    <ListChoice
      list={list}
      name="status"
      label={label}
      values={values}
      words={(value: Status) => ui(`status.${value}`)}
    />
  );
}

/** Days from and to: the list's filters `createdFrom` and `createdTo` for the name `created`. */
export function ListDays<const Name extends string>({
  list,
  name,
  label,
  spoken,
}: {
  list: Filtered<`${NoInfer<Name>}From` | `${NoInfer<Name>}To`, string>;
  name: Name;
  label: string;
  spoken: string;
}) {
  const [start, end] = [`${name}From`, `${name}To`] as const;
  const [raw] = useSearchParameters();
  return (
    <>
      <DayRangeFilter
        label={label}
        spoken={spoken}
        value={{ from: list.input[start], to: list.input[end] }}
        onChange={({ from, to }) =>
          list.setFilters({ [start]: from, [end]: to } as {
            [Key in `${Name}From` | `${Name}To`]?: string | undefined;
          })
        }
      />
      <DaysNotice issue={listDaysIssue({ from: raw[start], to: raw[end] })} />
    </>
  );
}
