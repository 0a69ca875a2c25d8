import { Button, TagsInput, Textarea } from '@mantine/core';
import { isTag, NOTE_MAX, type NotedKind, TAGS_MAX } from '@placard/domain/record-note';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { useAppForm } from '../form/use-app-form.ts';
import { noteTexts } from './note-texts.ts';
import classes from './notes-panel.module.css';

type Subject = { readonly kind: NotedKind; readonly subjectId: number };

/** What operators wrote down about a record for each other, and its tags. */
export default function NotesPanel(subject: Subject) {
  const t = useTexts(noteTexts);
  const query = useQuery(apiQuery(api.recordNotes.read, subject));
  const queryClient = useQueryClient();
  const reread = async () => {
    await queryClient.invalidateQueries({ queryKey: api.recordNotes.read.key });
    await queryClient.invalidateQueries({ queryKey: api.operator.audit.key });
  };
  const ask = useConfirmedAction();
  const remove = (id: number) =>
    void ask(
      { title: t('removeTitle'), consequence: t('removeText'), confirmLabel: t('remove'), danger: true },
      {
        run: () => api.recordNotes.remove({ id }),
        success: t('removed'),
        failure: t('failed'),
        refresh: [api.recordNotes.read.key, api.operator.audit.key],
      },
    );
  const isPersonal = subject.kind === 'user' || subject.kind === 'account';
  return (
    <Panel title={t('title')} description={t(isPersonal ? 'textOfPerson' : 'text')}>
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={3} />}>
        {({ items, tags, version }) => (
          <div className="stack gap-16">
            <Tags subject={subject} tags={tags} version={version} onSaved={reread} />
            <NewNote subject={subject} onAdded={reread} />
            {items.length > 0 && (
              <ul className={`plain-list stack gap-12 ${classes.notes}`}>
                {items.map(({ id, text, author, createdAt }) => (
                  <li key={id} className="framed">
                    <p className={`breaks ${classes.text}`}>{text}</p>
                    <p className="row between gap-8 faint text-12">
                      <span>
                        {author}, <DateTime value={createdAt} withTime />
                      </span>
                      <button
                        type="button"
                        className={`centred plain-button rounded-small faint ${classes.remove}`}
                        aria-label={t('removeOf', { author })}
                        onClick={() => remove(id)}
                      >
                        <Trash2 size={14} aria-hidden />
                      </button>
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

/** Saved as they are given and taken, one change after the other; what the server refuses is as it is there. */
function Tags({
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

function NewNote({ subject, onAdded }: { subject: Subject; onAdded: () => Promise<void> }) {
  const t = useTexts(noteTexts);
  const { form, formProps } = useAppForm({
    initialValues: { text: '' },
    failed: t('failed'),
    onSubmit: async (values) => {
      await api.recordNotes.add({ ...subject, ...values });
      form.reset();
      await onAdded();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        {...form.getInputProps('text')}
      />
      <Button type="submit" variant="default" size="xs" className={classes.add}>
        {t('add')}
      </Button>
    </AppForm>
  );
}
