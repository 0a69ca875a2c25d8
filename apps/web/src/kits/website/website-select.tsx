import { Select, type SelectProps } from '@mantine/core';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useServerSearch } from '../../ui/form/server-search.ts';
import { useFoundWebsites, useWebsiteName, type WebsitesOf } from './found-websites.ts';
import { websiteWords } from './texts.ts';

const NONE = 'none';
const MORE = 'more';

/** One website of however many, found by the server. With `none` no website may be chosen, too. */
export default function WebsiteSelect({
  of,
  value,
  none,
  onChange,
  ...field
}: {
  of: WebsitesOf;
  value: number | undefined;
  /** What no choice is called. */
  none?: string;
  onChange: (id: number | undefined) => void;
} & Pick<SelectProps, 'id' | 'label' | 'error' | 'variant' | 'comboboxProps'>) {
  const t = useTexts(websiteWords);
  const { search, typing } = useServerSearch();
  // `null` while it is closed: the box shows what is chosen then, and is empty for whoever opens it to search.
  const [typed, setTyped] = useState<string | null>(null);
  const query = useFoundWebsites(of, search);
  const chosenName = useWebsiteName(of, value);
  const shown = chosenName ?? none ?? '';
  const found = query.data?.items ?? [];
  const more = (query.data?.total ?? 0) - found.length;
  const words = query.data?.more === true ? 'choice.moreThan' : 'choice.more';
  const options = [
    ...(none === undefined || search !== '' ? [] : [{ value: NONE, label: none }]),
    ...found.map(({ id, domain }) => ({ value: String(id), label: shownDomain(domain) })),
    ...(more > 0 ? [{ value: MORE, label: t(words, { count: more }), disabled: true }] : []),
  ];
  const chosen = value === undefined ? NONE : String(value);
  const listed = options.some((option) => option.value === chosen)
    ? options
    : [{ value: chosen, label: shown }, ...options];
  const write = (text: string) => {
    setTyped(text);
    typing(text);
  };
  return (
    <Select
      {...field}
      searchable
      // The list itself scrolls, which its combobox moves through: nobody has to reach a frame around it.
      withScrollArea={false}
      classNames={{ options: 'high-240 scrolls' }}
      allowDeselect={false}
      placeholder={shown === '' ? t('choice.find') : shown}
      // The server has searched; what is chosen is among the options only so that it can be chosen.
      filter={({ options: all }) => all.filter((one) => options.includes(one as (typeof options)[number]))}
      data={listed}
      value={value === undefined && none === undefined ? null : chosen}
      searchValue={typed ?? shown}
      // What is typed behind a name that stands there is meant to find another.
      onInput={({ currentTarget: { value: text } }) =>
        write(typed === null && text.startsWith(shown) ? text.slice(shown.length) : text)
      }
      onDropdownOpen={() => setTyped((before) => before ?? '')}
      onDropdownClose={() => {
        setTyped(null);
        typing('');
      }}
      onChange={(id) => onChange(id === null || id === NONE ? undefined : Number(id))}
      nothingFoundMessage={t(`choice.${query.isPending ? 'searching' : query.isError ? 'failed' : 'none'}`)}
    />
  );
}
