import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import control from '../../ui/control.module.css';
import { recordTexts } from './texts.ts';

/** For a list's filters: `account` of the URL, as records' pages link to it. */
export const accountParameter: (text: string) => number | undefined = idParameter;

type Filtered = {
  readonly input: { readonly account?: number | undefined };
  readonly setFilters: (values: { account?: number | undefined }) => void;
};

/** Says of which account a list is, and shows all accounts again. Nothing where it is of all. */
export function AccountFilter({ list }: { list: Filtered }) {
  const { account } = list.input;
  if (account === undefined) return null;
  return <OneAccount id={account} onClear={() => list.setFilters({ account: undefined })} />;
}

export function OneAccount({ id, onClear }: { id: number; onClear: () => void }) {
  const t = useTexts(recordTexts);
  const { data } = useQuery(apiQuery(api.records.account, { id }));
  return (
    <OnlyFilter
      label={t('onlyAccount')}
      name={data?.name ?? String(id)}
      clear={t('clearAccount')}
      onClear={onClear}
    />
  );
}

/** A filter that a link has set: what it is, and the way out. */
export function OnlyFilter({
  label,
  name,
  clear,
  onClear,
}: {
  label: string;
  name: string;
  clear: string;
  onClear: () => void;
}) {
  return (
    <span className={`${control.field} ${control.set}`}>
      <span>
        {label} <strong className="semibold">{name}</strong>
      </span>
      <button
        type="button"
        className={`icon-button small ${control.icon}`}
        aria-label={clear}
        onClick={onClear}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
