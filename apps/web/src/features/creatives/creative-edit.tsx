import type { Creative } from '@placard/contract/creatives';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type UnsettledFields, useUnsettled, useUnsettledFields } from '../../kits/form/unsettled-fields.ts';
import { type AppForm as AppFormOf, useAppForm } from '../../kits/form/use-app-form.ts';
import { CREATIVES_PATH, creativePath } from '../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { openConfirm } from '../../ui/confirm.ts';
import { ButtonRow, Notice, SideBySide } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { useHeld } from '../../ui/form/held.ts';
import { isUnsaved, useUnsavedChangesGuard } from '../../ui/form/use-unsaved-changes-guard.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { AssignmentField } from './assignment-field.tsx';
import { BasicInfoFields, ContentFields, SizeField, TypeField } from './creative-fields.tsx';
import { CreativeStatus } from './creative-status.tsx';
import {
  assignmentFaults,
  basicInfoFaults,
  basicInfoInput,
  type CreativeValues,
  contentFaults,
  contentInput,
  creativeValuesOf,
  type Faults,
  fieldOfPath,
  kindFaults,
} from './creative-values.ts';
import { imageUploadTexts } from './image-upload-texts.ts';
import { LivePreview } from './live-preview.tsx';
import { creativesTexts } from './texts.ts';
import { useCreativesChanged } from './use-creative-actions.ts';

/** Basic info, content and assignment, each saved by itself. */
export default function CreativeEdit({ id }: { id: number }) {
  const t = useTexts(creativesTexts);
  const query = useRecord({ ...apiQuery(api.creatives.get, { id }), refetchOnWindowFocus: false });
  return (
    <Loaded page query={query} failed={t('failed.fetch')} loading={<LoadingState lines={6} />}>
      {(creative) => <EditPage creative={creative} fetching={query.isFetching} />}
    </Loaded>
  );
}

/** @param fetching the creative may be an older state of it: no form opens with that */
function EditPage({ creative, fetching }: { creative: Creative; fetching: boolean }) {
  const t = useTexts(creativesTexts);
  const asked = creative.actions.includes('edit');
  const editing = useHeld(String(creative.id), asked && !fetching ? true : null);
  return (
    <>
      <PageHeader
        title={t('edit.title', { name: creative.name })}
        crumbs={[
          { label: t('title'), to: CREATIVES_PATH },
          { label: creative.name, to: creativePath(creative.id) },
        ]}
        badge={<CreativeStatus creative={creative} />}
        actions={
          <ButtonLink variant="default" to={creativePath(creative.id)}>
            {t('edit.back')}
          </ButtonLink>
        }
      />
      {editing !== null ? (
        <EditForms creative={creative} />
      ) : asked ? (
        <LoadingState lines={6} />
      ) : (
        <Notice>
          <p>{t('edit.notEditable', { status: creative.status })}</p>
        </Notice>
      )}
    </>
  );
}

type Part = 'basic' | 'content' | 'assignment';

function EditForms({ creative }: { creative: Creative }) {
  const t = useTexts(creativesTexts);
  const client = useQueryClient();
  // Not a state: who saves one part and then at once another may do so before the page is drawn again.
  const version = useRef(creative.version);
  const [dirty, setDirty] = useState<Partial<Record<Part, boolean>>>({});
  const [round, setRound] = useState(0);
  const [previewed, setPreviewed] = useState(() => creativeValuesOf(creative));
  useUnsavedChangesGuard(Object.values(dirty).some(Boolean));
  // The parts share the creative's version: a save of one moves the others on.
  const saved = (next: Creative) => {
    version.current = next.version;
    client.setQueryData(apiQuery(api.creatives.get, { id: creative.id }).queryKey, next);
  };
  const reload = async () => {
    const newest = await client.fetchQuery({
      ...apiQuery(api.creatives.get, { id: creative.id }),
      staleTime: 0,
    });
    version.current = newest.version;
    setPreviewed(creativeValuesOf(newest));
    setDirty({});
    setRound((before) => before + 1);
  };
  const shared = { creative, onSaved: saved, onReload: reload };
  const onDirty = (part: Part) => (is: boolean) =>
    setDirty((before) => (before[part] === is ? before : { ...before, [part]: is }));
  return (
    <SideBySide wide key={round} aside={<LivePreview values={previewed} />}>
      <PartForm
        {...shared}
        part="basic"
        onDirty={onDirty('basic')}
        faults={basicInfoFaults}
        save={(values) =>
          api.creatives.updateBasicInfo({
            ...basicInfoInput(values),
            id: creative.id,
            version: version.current,
          })
        }
        fields={(form) => <BasicInfoFields form={form} />}
      />
      <PartForm
        {...shared}
        part="content"
        onDirty={onDirty('content')}
        onValues={setPreviewed}
        faults={(values) => ({ ...kindFaults(values), ...contentFaults(values) })}
        ask={() =>
          creative.status === 'pending'
            ? Promise.resolve(true)
            : openConfirm({
                title: t('edit.reviewTitle', { name: creative.name }),
                message: t('edit.reviewText'),
                confirmLabel: t('edit.reviewConfirm'),
              })
        }
        save={async (values) => {
          const content = contentInput(values);
          if (content === null) return null;
          return api.creatives.updateContent({ id: creative.id, version: version.current, content });
        }}
        fields={(form, unsettled) => (
          <>
            <TypeField form={form} fixed />
            <SizeField form={form} />
            <ContentFields form={form} unsettled={unsettled} />
          </>
        )}
      />
      <PartForm
        {...shared}
        part="assignment"
        onDirty={onDirty('assignment')}
        faults={assignmentFaults}
        save={({ adSetIds }) =>
          api.creatives.updateAssignment({ id: creative.id, version: version.current, adSetIds })
        }
        fields={(form) => (
          <AssignmentField
            value={form.values.adSetIds}
            creative={creative}
            onChange={(adSetIds) => form.setFieldValue('adSetIds', adSetIds)}
            error={form.errors.adSetIds}
          />
        )}
      />
    </SideBySide>
  );
}

type PartFormProps = {
  creative: Creative;
  part: Part;
  faults: (values: CreativeValues) => Faults;
  /** @returns `null` where there was nothing that could be saved. */
  save: (values: CreativeValues) => Promise<Creative | null>;
  ask?: () => Promise<boolean>;
  fields: (form: AppFormOf<CreativeValues>, unsettled: UnsettledFields) => ReactNode;
  onSaved: (creative: Creative) => void;
  onReload: () => Promise<void>;
  onDirty: (dirty: boolean) => void;
  onValues?: (values: CreativeValues) => void;
};

const SAVE_LABELS = {
  basic: 'edit.saveBasic',
  content: 'edit.saveContent',
  assignment: 'edit.saveAssignment',
} as const;

function PartForm(props: PartFormProps) {
  const { creative, part } = props;
  const t = useTexts(creativesTexts);
  const tImage = useTexts(imageUploadTexts);
  const changed = useCreativesChanged();
  const unsettled = useUnsettledFields();
  const { pending } = useUnsettled(unsettled);
  const { form, formProps } = useAppForm<CreativeValues>({
    initialValues: creativeValuesOf(creative),
    rules: props.faults,
    unsettled,
    mapPath: fieldOfPath,
    failed: t('failed.update'),
    renew: props.onReload,
    ...(props.ask === undefined ? {} : { ask: props.ask }),
    onSubmit: async (values) => {
      const next = await props.save(values);
      if (next === null) return;
      form.resetDirty(values);
      props.onSaved(next);
      toast.success(t('done.update'));
      void changed();
    },
  });
  const dirty = form.isDirty() || pending;
  useReported(isUnsaved(form) || pending, props.onDirty);
  useReported(form.values, props.onValues);
  return (
    <AppForm {...formProps} className="">
      <Panel title={t(`edit.${part}`)} description={t(`edit.${part}Text`)}>
        <div className="stack gap-20">
          {props.fields(form, unsettled)}
          <ButtonRow>
            <BusyButton
              type="submit"
              busy={form.busy}
              busyLabel={pending ? tImage('waiting') : t('edit.saving')}
              disabled={!dirty}
            >
              {t(SAVE_LABELS[part])}
            </BusyButton>
          </ButtonRow>
        </div>
      </Panel>
    </AppForm>
  );
}

/** Tells a parent whenever the value is another one. */
function useReported<Value>(value: Value, report: ((value: Value) => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the value changes, not when the parent renders
  useEffect(() => report?.(value), [value]);
}
