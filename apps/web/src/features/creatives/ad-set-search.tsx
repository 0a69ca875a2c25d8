import { TextInput } from '@mantine/core';
import type { AdSetChoice } from '@placard/contract/campaigns';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useServerSearch } from '../../ui/form/server-search.ts';
import { Loaded } from '../../ui/states.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import { creativesTexts } from './texts.ts';
import { useFoundAdSets } from './use-ad-set-choices.ts';

const SEARCH_FROM = 6;

/** The ad sets that the server finds for what is typed, and a sentence about those that it leaves out. */
export function AdSetSearch({
  count,
  withoutCreativeId,
  children,
}: {
  /** How many there are to search. */
  count: number;
  withoutCreativeId?: number;
  children: (found: readonly AdSetChoice[]) => ReactNode;
}) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const [typed, setTyped] = useState('');
  const { search, typing } = useServerSearch();
  const query = useFoundAdSets(search, withoutCreativeId);
  return (
    <>
      {count >= SEARCH_FROM && (
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Search size={15} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            typing(event.target.value);
          }}
          // Here it means "find", and never "send the form".
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <Loaded query={query} failed={tCreatives('failed.adSets')}>
        {({ items, total, more = false }) => {
          const left = total - items.length;
          const said =
            items.length === 0
              ? t(count === 0 ? 'noneYet' : 'none')
              : left > 0 && t(more ? 'moreThan' : 'more', { count: left });
          return (
            <>
              {children(items)}
              <p className={said === false ? 'visually-hidden' : 'faint text-13'} aria-live="polite">
                {said}
              </p>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
