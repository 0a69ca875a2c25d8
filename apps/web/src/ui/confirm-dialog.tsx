import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { BusyButton } from './busy-button.tsx';
import type { OpenConfirmation } from './confirm.ts';
import classes from './confirm-dialog.module.css';
import { Dialog, DialogFault } from './dialog.tsx';
import { useBusy } from './use-busy.ts';

/** Does what was asked for. A fault stays in the dialog until the next attempt; what the dialog only asks is answered at once. */
function useVerb(confirmation: OpenConfirmation | null) {
  const [busy, run] = useBusy();
  const [fault, setFault] = useState<string | null>(null);
  // The dialog is the next question's as well.
  useEffect(() => {
    if (confirmation !== null) setFault(null);
  }, [confirmation]);
  const press = async ({ work, answer }: OpenConfirmation) => {
    if (work === undefined) return answer(true);
    await run(async () => {
      setFault(null);
      try {
        await work.run();
        answer(true);
      } catch (error) {
        setFault(work.failure(error));
      }
    });
  };
  return { busy, fault, press };
}

/** The one dialog behind `openConfirm`. The harmless answer has the focus. */
export default function ConfirmDialog({ confirmation }: { confirmation: OpenConfirmation | null }) {
  const t = useTexts(uiTexts);
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(confirmation);
  useEffect(() => {
    if (confirmation !== null) setShown(confirmation);
  }, [confirmation]);
  const { busy, fault, press } = useVerb(confirmation);
  const danger = shown?.danger ?? false;
  // What is under way can't be called back: the dialog tells how it ended.
  const leave = () => {
    if (!busy) confirmation?.answer(false);
  };
  return (
    <Dialog opened={confirmation !== null} title={shown?.title} onClose={leave}>
      <div className={classes.body}>
        {shown?.message !== undefined && <p className={classes.message}>{shown.message}</p>}
        {shown?.consequence !== undefined && (
          <p className={danger ? `${classes.consequence} ${classes.danger}` : classes.consequence}>
            {shown.consequence}
          </p>
        )}
        {fault !== null && <DialogFault>{fault}</DialogFault>}
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={leave}>
            {shown?.cancelLabel ?? t('cancel')}
          </Button>
          <BusyButton
            busy={busy}
            busyLabel={t('working')}
            {...(danger ? { color: 'red' } : {})}
            onClick={() => {
              if (confirmation !== null) void press(confirmation);
            }}
          >
            {shown?.confirmLabel}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  );
}
