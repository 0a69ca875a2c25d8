import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import {
  type ModeratedCreative,
  type ModeratedWebsite,
  suspendWebsiteInput,
  takeDownInput,
} from '@placard/contract/moderation';
import { REJECTION_CODES } from '@placard/contract/operator';
import { useQueryClient } from '@tanstack/react-query';
import { moderationTexts } from '../../i18n/en/moderation.ts';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';

type Values = { code: (typeof REJECTION_CODES)[number]; text: string };

export type Stopped =
  | { readonly kind: 'creative'; readonly row: ModeratedCreative }
  | { readonly kind: 'website'; readonly row: ModeratedWebsite };

/** Asks for the reason and stops it. A creative's has a code besides, as a rejection's has. */
export default function StopDialog({ stopped, onClose }: { stopped: Stopped; onClose: () => void }) {
  const t = useTexts(moderationTexts);
  const words = useTexts(operatorTexts);
  const queryClient = useQueryClient();
  const isCreative = stopped.kind === 'creative';
  const name = isCreative ? stopped.row.name : stopped.row.domain;
  const { id, version } = stopped.row;
  const toInput = ({ code, text }: Values) => ({ id, version, text, ...(isCreative ? { code } : {}) });
  const { form, formProps } = useAppForm<Values>({
    initialValues: { code: 'misleading', text: '' },
    schema: isCreative ? takeDownInput : suspendWebsiteInput,
    toInput,
    onSubmit: async ({ code, text }) => {
      try {
        if (isCreative) await api.moderation.takeDownCreative({ id, version, code, text });
        else await api.moderation.suspendWebsite({ id, version, text });
        toast.success(t(isCreative ? 'takenDown' : 'suspended', { name }));
        onClose();
      } catch (error) {
        const failed = t(isCreative ? 'takeDownFailed' : 'suspendFailed');
        if (!form.takeIssues(error)) toast.failure(refusalOf(error, failed));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['moderation'] });
      }
    },
  });
  const title = t(isCreative ? 'takeDownTitle' : 'suspendTitle', { name });
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <AppForm {...formProps}>
        <p>{t(isCreative ? 'takeDownHint' : 'suspendHint')}</p>
        {isCreative && (
          <NativeSelect
            label={t('reason')}
            required
            data={REJECTION_CODES.map((value) => ({ value, label: words(`review.code.${value}`) }))}
            {...form.getInputProps('code')}
          />
        )}
        <Textarea
          label={t('text')}
          required
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            color="red"
            busy={form.busy}
            busyLabel={t(isCreative ? 'takingDown' : 'suspending')}
          >
            {t(isCreative ? 'takeDown' : 'suspend')}
          </BusyButton>
        </FormActions>
      </AppForm>
    </Modal>
  );
}
