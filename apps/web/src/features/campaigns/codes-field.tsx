import { MultiSelect } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { codeNames, foundCodes } from './code-names.ts';

const MAX_SHOWN = 60;

/** In a search box Enter means "this one", and never "send the form". */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

/** Several countries or languages, found by name or code. */
export function CodesField({
  type,
  codes,
  find,
  ...field
}: {
  type: 'region' | 'language';
  codes: readonly string[];
  /** What the empty field says. */
  find: string;
  label: string;
  description: string;
  value: string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
}) {
  const t = useTexts(uiTexts);
  const data = useMemo(
    () => [...codeNames(type, codes)].map(([value, label]) => ({ value, label })),
    [type, codes],
  );
  return (
    <MultiSelect
      {...field}
      data={data}
      searchable
      filter={({ options, search }) =>
        foundCodes(
          options.filter((option) => 'value' in option),
          search,
        )
      }
      selectFirstOptionOnChange
      onKeyDown={keepEnter}
      clearable
      hidePickedOptions
      limit={MAX_SHOWN}
      placeholder={find}
      nothingFoundMessage={t('country.none')}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
    />
  );
}
