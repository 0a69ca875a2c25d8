import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import type { OpenConfirmation } from './confirm.ts';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** The one dialog behind `openConfirm`. The harmless answer has the focus. */
export default function ConfirmDialog({ confirmation }: { confirmation: OpenConfirmation | null }) {
  const t = useTexts(uiTexts);
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(confirmation);
  useEffect(() => {
    if (confirmation !== null) setShown(confirmation);
  }, [confirmation]);
  const danger = shown?.danger ?? false;
  return (
    <Dialog opened={confirmation !== null} title={shown?.title} onClose={() => confirmation?.answer(false)}>
      <div className={classes.body}>
        {shown?.message !== undefined && <p className={classes.message}>{shown.message}</p>}
        {shown?.consequence !== undefined && (
          <p className={danger ? `${classes.consequence} ${classes.danger}` : classes.consequence}>
            {shown.consequence}
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={() => confirmation?.answer(false)}>
            {shown?.cancelLabel ?? t('cancel')}
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} onClick={() => confirmation?.answer(true)}>
            {shown?.confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
