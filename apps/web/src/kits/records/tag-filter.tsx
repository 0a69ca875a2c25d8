import { isTag, type NotedKind, TAGS_OFFERED } from '@placard/domain/record-note';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { noteTexts } from './note-texts.ts';

/** For a list's filters: `tag` of the URL. */
export const tagParameter = (text: string): string | undefined => (isTag(text) ? text : undefined);

type Filtered = {
  readonly input: { readonly tag?: string | undefined };
  readonly setFilters: (values: { tag?: string | undefined }) => void;
};

/** One of the tags that records of a kind have; nothing where none has any. */
export function TagFilter({ list, kind }: { list: Filtered; kind: NotedKind }) {
  const t = useTexts(noteTexts);
  const { data } = useQuery(apiQuery(api.recordNotes.tags, { kind }));
  const { tag } = list.input;
  const items = data?.items ?? [];
  if (items.length === 0 && tag === undefined) return null;
  const named =
    tag === undefined || items.some((item) => item.tag === tag) ? [] : [{ value: tag, label: tag }];
  return (
    <ChoiceFilter<string>
      label={t('filter')}
      value={tag}
      {...(items.length === TAGS_OFFERED ? { none: t('filterMost', { count: TAGS_OFFERED }) } : {})}
      choices={[...named, ...items.map((item) => ({ value: item.tag, label: t('count', item) }))]}
      onChange={(value) => list.setFilters({ tag: value })}
    />
  );
}
