import { Suspense } from 'react';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { stepUpStore } from './step-up-store.ts';

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx'));

/** Mounted once by the shell; the dialog's code comes with the first question. */
export function StepUpHost() {
  const question = useStore(stepUpStore);
  return <Suspense>{question !== null && <StepUpDialog question={question} />}</Suspense>;
}
