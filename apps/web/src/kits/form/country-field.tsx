import { Select, type SelectProps } from '@mantine/core';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { searchedOptions } from '../../ui/form/search-options.ts';
import { choicesTexts } from './choices-texts.ts';
import { codeNames } from './code-names.ts';

/** One country, found by name or code; empty while none is chosen. */
export function CountryField({
  value,
  onChange,
  ...field
}: Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}) {
  const t = useTexts(choicesTexts);
  const data = useMemo(
    () => [...codeNames('region', COUNTRY_CODES)].map(([code, label]) => ({ value: code, label })),
    [],
  );
  return (
    <Select
      {...field}
      {...searchedOptions}
      data={data}
      value={value === undefined || value === '' ? null : value}
      onChange={(code) => onChange?.(code ?? '')}
      placeholder={t('search')}
      nothingFoundMessage={t('none')}
      maxDropdownHeight={260}
    />
  );
}
