import { MultiSelect } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { searchedOptions } from '../../ui/form/search-options.ts';
import { choicesTexts } from './choices-texts.ts';
import { codeNames } from './code-names.ts';

const MAX_SHOWN = 60;

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
  const words = useTexts(choicesTexts);
  const data = useMemo(
    () => [...codeNames(type, codes)].map(([value, label]) => ({ value, label })),
    [type, codes],
  );
  return (
    <MultiSelect
      {...field}
      {...searchedOptions}
      data={data}
      clearable
      hidePickedOptions
      limit={MAX_SHOWN}
      placeholder={find}
      nothingFoundMessage={words('none')}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
    />
  );
}
