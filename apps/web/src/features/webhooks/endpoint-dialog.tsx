import { Checkbox, TextInput } from '@mantine/core';
import { newNetworkWebhookInput, type WebhookEndpoint } from '@placard/contract/webhooks';
import type { WebhookEventType } from '@placard/domain/webhook/event-types';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { webhookTexts } from './texts.ts';
import type { WebhookScope } from './webhook-calls.ts';

type Values = { url: string; description: string; eventTypes: WebhookEventType[] };

/** Where something is to be told, and what. */
export default function EndpointDialog({
  scope: { calls, events },
  endpoint,
  onSecret,
  onClose,
}: {
  scope: WebhookScope;
  /** Null: a new one, whose secret is shown next. */
  endpoint: WebhookEndpoint | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(webhookTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      eventTypes: endpoint?.eventTypes ?? [...events],
    },
    schema: newNetworkWebhookInput,
    failed: t('saveFailed'),
    // The list has it as it is now.
    renew: onClose,
    onSubmit: async (values) => {
      try {
        if (endpoint === null) {
          const { secret } = await calls.create(values);
          onSecret(secret);
        } else {
          const { id, enabled, version } = endpoint;
          await calls.update({ ...values, id, enabled, version });
          toast.success(t('saved'));
          onClose();
        }
      } finally {
        void queryClient.invalidateQueries({ queryKey: calls.list.key });
      }
    },
  });
  return (
    <Dialog title={t(endpoint === null ? 'create' : 'edit')} onClose={onClose}>
      <AppForm {...formProps}>
        <TextInput
          label={t('url')}
          description={t('urlHint')}
          required
          autoComplete="off"
          inputMode="url"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={t('note')} autoComplete="off" {...form.getInputProps('description')} />
        <Checkbox.Group label={t('events')} required {...form.getInputProps('eventTypes')}>
          <div className="stack gap-8 above-8">
            {events.map((type) => (
              // A box of 24 pixels: a finger finds it.
              <Checkbox key={type} size="md" value={type} label={t(`event.${type}`)} description={type} />
            ))}
          </div>
        </Checkbox.Group>
        <DialogActions form={form} busyLabel={t('saving')} answeredOnce onClose={onClose}>
          {t(endpoint === null ? 'add' : 'save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
