import { useEffect, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { confirmationStore } from './confirm.ts';
import { quietPart } from './lazy-part.tsx';

const ConfirmDialog = quietPart(() => import('./confirm-dialog.tsx'));

/** Mounted once by the shell; fetches the dialog's code at the first question. */
export function ConfirmHost() {
  const confirmation = useStore(confirmationStore);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (confirmation !== null) setNeeded(true);
  }, [confirmation]);
  if (!needed) return null;
  return <ConfirmDialog confirmation={confirmation} />;
}
