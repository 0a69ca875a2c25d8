import { Button, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { BusyButton } from './busy-button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { FormActions } from './form/form-layout.tsx';
import { ToldContext } from './form/told-context.ts';
import {
  type DialogForm,
  HoldContext,
  UnsavedContext,
  useAskBeforeClosing,
  useHoldsDialog,
  useTellsUnsaved,
} from './unsaved-dialog.ts';

/**
 * A dialog with its title and a named way out. It is there as long as it is rendered, unless `opened` says when. Escape,
 * a click beside it and its cross ask first where its form holds what somebody typed, and do nothing while it is on its way or
 * shows what can be seen only now (`<CodeShownOnce>`); Cancel says what it does. Leaving the page asks in both cases.
 */
export function Dialog({
  title,
  onClose,
  children,
  opened = true,
  ...modal
}: {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
} & Partial<Pick<ModalProps, 'opened' | 'size'>>) {
  const t = useTexts(uiTexts);
  useFocusReturn(opened);
  const [holds, setHolds] = useState(0);
  const held = holds > 0;
  const { told, asking, close } = useAskBeforeClosing(onClose, opened, held);
  return (
    <Modal
      opened={opened}
      returnFocus={false}
      {...modal}
      closeOnEscape={!asking && !held}
      closeOnClickOutside={!held}
      withCloseButton={!held}
      onClose={() => void close()}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <HoldContext value={setHolds}>
        {/* What the form tells in which a dialog is opened is no matter of the dialog. */}
        <ToldContext value={null}>
          <UnsavedContext value={told}>{children}</UnsavedContext>
        </ToldContext>
      </HoldContext>
    </Modal>
  );
}

/** The end of a dialog's form: leave it, or send it; `children` is what sending it does. */
export function DialogActions({
  form,
  busyLabel,
  danger = false,
  answeredOnce = false,
  beside,
  onClose,
  children,
}: {
  readonly form: DialogForm;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** The answer can be seen only once: nobody leaves while it is on its way. */
  readonly answeredOnce?: boolean;
  /** What else it may do, before the two. */
  readonly beside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useTexts(uiTexts);
  useTellsUnsaved(form);
  const held = answeredOnce && form.busy;
  useHoldsDialog(held);
  return (
    <FormActions>
      {beside}
      <Button variant="default" disabled={held} onClick={onClose}>
        {t('cancel')}
      </Button>
      <BusyButton type="submit" busy={form.busy} busyLabel={busyLabel} {...(danger ? { color: 'red' } : {})}>
        {children}
      </BusyButton>
    </FormActions>
  );
}
