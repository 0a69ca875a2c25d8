import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { BusyButton } from './busy-button.tsx';
import type { OpenConfirmation } from './confirm.ts';
import { Dialog } from './dialog.tsx';
import { Fault } from './fault.tsx';
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
  // Each question is a dialog of its own: it lies above all that were open before it.
  const [number, setNumber] = useState(0);
  if (confirmation !== null && confirmation !== shown) {
    setShown(confirmation);
    setNumber(number + 1);
  }
  const { busy, fault, press } = useVerb(confirmation);
  const danger = shown?.danger ?? false;
  // What is under way can't be called back: the dialog tells how it ended.
  const leave = () => {
    if (!busy) confirmation?.answer(false);
  };
  return (
    <Dialog key={number} opened={confirmation !== null} title={shown?.title} onClose={leave}>
      <div className="grid gap-12">
        {shown?.message !== undefined && <p className="muted">{shown.message}</p>}
        {shown?.consequence !== undefined && (
          <p className={`pad-10-12 rounded text-13 ${danger ? 'on-bad' : 'on-warn'}`}>{shown.consequence}</p>
        )}
        {fault !== null && <Fault>{fault}</Fault>}
        <div className="flex wrap justify-end gap-8 above-8">
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
