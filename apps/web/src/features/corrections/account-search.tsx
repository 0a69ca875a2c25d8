import { Select } from '@mantine/core';
import type { CorrectableAccount } from '@placard/contract/corrections';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { useServerSearch } from '../../ui/form/server-search.ts';
import { correctionTexts } from './texts.ts';

const labelOf = ({ name, email }: CorrectableAccount) => (name === email ? email : `${name} · ${email}`);

const SHOWN = 20;
const MORE = 'more';

/** One account of all, found by the server; shows what it holds once it is chosen. */
export function AccountSearch({
  value,
  error,
  onChange,
}: {
  value: CorrectableAccount | null;
  error?: ReactNode;
  onChange: (account: CorrectableAccount | null) => void;
}) {
  const t = useTexts(correctionTexts);
  const { search, typing } = useServerSearch();
  const query = useQuery({
    ...apiQuery(api.corrections.accounts, { search, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const found = query.data?.items ?? [];
  const listed = value === null || found.some(({ id }) => id === value.id) ? found : [value, ...found];
  const more = (query.data?.next ?? null) !== null;
  return (
    <Select
      label={t('account')}
      placeholder={t('accountSearch')}
      nothingFoundMessage={query.isPending ? undefined : t('accountNone')}
      data-autofocus
      required
      searchable
      error={error}
      description={
        value === null
          ? undefined
          : t('accountHint', {
              wallet: formatMoney(value.wallet, value.currency),
              available: formatMoney(value.available, value.currency),
            })
      }
      // The server has searched.
      filter={({ options }) => options}
      data={[
        ...listed.map((account) => ({ value: String(account.id), label: labelOf(account) })),
        ...(more ? [{ value: MORE, label: t('accountMore'), disabled: true }] : []),
      ]}
      value={value === null ? null : String(value.id)}
      onSearchChange={(typed) => {
        if (value === null || typed !== labelOf(value)) typing(typed);
      }}
      onChange={(id) => onChange(listed.find((account) => String(account.id) === id) ?? null)}
    />
  );
}
