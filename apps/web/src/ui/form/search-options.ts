import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import type { KeyboardEvent } from 'react';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The options that fit what is typed, best first: the value itself, labels that begin with it, labels with a word that
 * does, labels that hold it anywhere. Accents and case do not count; within a rank the order stays.
 */
export function foundOptions<Option extends Pick<ComboboxItem, 'value' | 'label'>>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return [...options];
  const rankOf = ({ value, label }: Option): number => {
    const name = plain(label);
    if (value.toLowerCase() === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
    return name.includes(wanted) ? 3 : 4;
  };
  return options
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

const filter: OptionsFilter = ({ options, search }) =>
  foundOptions(
    options.filter((option) => 'value' in option),
    search,
  );

/** Of a `MultiSelect` that is searched: in its search box Enter means "this one", and never "send the form". */
export const searchedOptions = {
  searchable: true,
  filter,
  selectFirstOptionOnChange: true,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  },
} as const;
