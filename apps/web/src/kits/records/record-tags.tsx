import { TagsInput } from '@mantine/core';
import { isTag, type NotedKind, TAGS_MAX } from '@placard/domain/record-note';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { noteTexts } from './note-texts.ts';

export type Subject = { readonly kind: NotedKind; readonly subjectId: number };

/** Saved as they are given and taken, one change after the other; what the server refuses is as it is there. */
export function RecordTags({
  subject,
  tags,
  version,
  onSaved,
}: {
  subject: Subject;
  tags: readonly string[];
  version: number;
  onSaved: () => Promise<void>;
}) {
  const t = useTexts(noteTexts);
  const { data } = useQuery(apiQuery(api.recordNotes.tags, { kind: subject.kind }));
  // What was typed and is not saved yet.
  const [typing, setTyping] = useState<readonly string[] | null>(null);
  const shown = typing ?? tags;
  const seen = useRef(version);
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    if (typing === null) seen.current = version;
  }, [typing, version]);
  const [error, setError] = useState<string | null>(null);
  const save = (typed: readonly string[]) => {
    const wanted = typed.map((tag) => tag.trim().toLowerCase());
    if (!wanted.every(isTag)) {
      setError(t('tagInvalid'));
      return;
    }
    setError(null);
    setTyping(wanted);
    saving.current = saving.current.then(async () => {
      try {
        const saved = await api.recordNotes.setTags({ ...subject, tags: wanted, version: seen.current });
        seen.current = saved.version;
      } catch (refusal) {
        toast.failure(refusalOf(refusal, t('failed')));
      }
      await onSaved();
      setTyping((newest) => (newest === wanted ? null : newest));
    });
  };
  return (
    <TagsInput
      label={t('tags')}
      description={t('tagsHint')}
      placeholder={shown.length === 0 ? t('tagsPlaceholder') : ''}
      value={[...shown]}
      data={(data?.items ?? []).map(({ tag }) => tag)}
      maxTags={TAGS_MAX}
      error={error}
      onChange={save}
    />
  );
}
