import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { useAppForm } from '../form/use-app-form.ts';
import { noteTexts } from './note-texts.ts';
import { RecordTags, type Subject } from './record-tags.tsx';

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
        {({ items, ...noted }) => (
          <div className="stack gap-16">
            <RecordTags subject={subject} {...noted} onSaved={reread} />
            <NewNote subject={subject} onAdded={reread} />
            {items.length > 0 && (
              <ul className={`plain-list stack gap-12 scrolls high-420`}>
                {items.map(({ id, text, author, createdAt }) => (
                  <li key={id} className="framed pad-10-12">
                    <p className="breaks below-4 pre-wrap">{text}</p>
                    <p className="row between gap-8 faint text-12">
                      <span>
                        {author}, <DateTime value={createdAt} withTime />
                      </span>
                      <button
                        type="button"
                        className="icon-button small"
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

function NewNote({ subject, onAdded }: { subject: Subject; onAdded: () => Promise<void> }) {
  const t = useTexts(noteTexts);
  const { form, formProps } = useAppForm({
    initialValues: { text: '' },
    failed: t('failed'),
    onSubmit: async (values) => {
      await api.recordNotes.add({ ...subject, ...values });
      // Not what was begun meanwhile.
      if (form.getValues().text === values.text) form.reset();
      await onAdded();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form));
  return (
    <AppForm {...formProps}>
      <Textarea label={t('note')} autosize minRows={2} maxRows={8} {...form.getInputProps('text')} />
      <Button type="submit" variant="default" size="xs" className="self-start">
        {t('add')}
      </Button>
    </AppForm>
  );
}
