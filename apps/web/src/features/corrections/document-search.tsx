import { Select } from '@mantine/core';
import type { CorrectableAccount, CorrectableDocument } from '@placard/contract/corrections';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { useServerSearch } from '../../ui/form/server-search.ts';
import { correctionTexts } from './texts.ts';

/** As many as somebody reads through; the others are found by what they are called. */
const SHOWN = 20;
const MORE = 'more';

/** One of an account's invoices and receipts, found by the server, or none. */
export function DocumentSearch({
  account,
  value,
  error,
  onChange,
}: {
  account: CorrectableAccount;
  value: CorrectableDocument | null;
  error?: ReactNode;
  onChange: (document: CorrectableDocument | null) => void;
}) {
  const t = useTexts(correctionTexts);
  const { search, typing } = useServerSearch();
  const query = useQuery({
    ...apiQuery(api.corrections.documents, { accountId: account.id, search, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const labelOf = ({ label, amount, corrected }: CorrectableDocument) =>
    t(corrected === 0 ? 'correct.documentLine' : 'correct.documentCorrected', {
      label,
      amount: formatMoney(amount, account.currency),
      corrected: formatMoney(corrected, account.currency),
    });
  const found = query.data?.items ?? [];
  const listed =
    value === null || found.some(({ number }) => number === value.number) ? found : [value, ...found];
  const more = (query.data?.next ?? null) !== null;
  return (
    <Select
      label={t('correct.document')}
      description={t('correct.documentHint')}
      placeholder={t('correct.documentNone')}
      nothingFoundMessage={query.isPending ? undefined : t('correct.documentMissing')}
      searchable
      clearable
      error={error}
      // The server has searched.
      filter={({ options }) => options}
      data={[
        ...listed.map((document) => ({ value: String(document.number), label: labelOf(document) })),
        ...(more ? [{ value: MORE, label: t('correct.documentMore'), disabled: true }] : []),
      ]}
      value={value === null ? null : String(value.number)}
      onSearchChange={(typed) => {
        if (value === null || typed !== labelOf(value)) typing(typed);
      }}
      onChange={(chosen) => onChange(listed.find(({ number }) => String(number) === chosen) ?? null)}
    />
  );
}
