import { MultiSelect } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';

const MAX_SHOWN = 60;

/** Names of codes in the reader's language; a code that has none is shown as it is. */
export function codeNames(type: 'region' | 'language', codes: readonly string[]): Map<string, string> {
  const locale = currentLocale();
  const names = new Intl.DisplayNames([locale, 'en'], { type });
  const named = codes.map((code) => [code, names.of(code) ?? code] as const);
  return new Map(named.toSorted(([, a], [, b]) => a.localeCompare(b, locale)));
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
