import { Checkbox, TextInput } from '@mantine/core';
import { type SavedView, viewNaming } from '@placard/contract/views';
import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import type { ViewSearch } from '@placard/domain/report-view/view-search';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { ofView } from './of-view.ts';
import { viewTexts } from './texts.ts';
import { useSeenVersion } from './use-seen-version.ts';

type Props = { readonly onClose: () => void } & (
  | {
      readonly screen: ReportScreen;
      readonly search: ViewSearch;
      /** What it is called unless something else is typed. */
      readonly name?: string | undefined;
      readonly onSaved: (view: SavedView) => void;
      readonly view?: undefined;
    }
  | { readonly view: SavedView }
);

/** A new view's name, or another one for a view. */
export default function NameDialog(props: Props) {
  const t = useTexts(viewTexts);
  return (
    <Dialog title={t(props.view === undefined ? 'save' : 'rename')} onClose={props.onClose}>
      <NameForm {...props} />
    </Dialog>
  );
}

type Values = { name: string; isDefault: boolean };

async function store(props: Props, { name, isDefault }: Values, version: number): Promise<SavedView> {
  if (props.view !== undefined) {
    return await ofView(props.view, api.views.update({ id: props.view.id, version, name }));
  }
  return await api.views.create({ screen: props.screen, name, search: props.search, isDefault });
}

function NameForm(props: Props) {
  const t = useTexts(viewTexts);
  const client = useQueryClient();
  const { view, onClose } = props;
  const { version, leaves } = useSeenVersion(view?.version ?? 0, t('updateFailed'), onClose);
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      name: (props.view === undefined ? props.name : props.view.name) ?? '',
      isDefault: view?.isDefault ?? false,
    },
    schema: viewNaming,
    failed: t('updateFailed'),
    leaves,
    onSubmit: async (values) => {
      const saved = await store(props, values, version);
      toast.success(t('updated'));
      await client.invalidateQueries({ queryKey: ['views'] });
      if (props.view === undefined) props.onSaved(saved);
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      <TextInput
        label={t('name')}
        description={view === undefined ? t('nameHint') : undefined}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      {view === undefined && (
        <Checkbox label={t('defaultLabel')} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
      )}
      <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
        {t(view === undefined ? 'save' : 'rename')}
      </DialogActions>
    </AppForm>
  );
}
