import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Dialog } from '../dialog.tsx';
import classes from './code.module.css';
import { CodeBlock } from './code-block.tsx';
import { codeStepTexts } from './code-steps-texts.ts';

export type CodeStep = { readonly title: string; readonly text?: ReactNode; readonly code: string };

/** The steps of putting a snippet on a page; `children` below them is the place for the live check. */
export function CodeSteps({ steps, children }: { steps: readonly CodeStep[]; children?: ReactNode }) {
  return (
    <>
      <ol className="plain-list grid gap-20">
        {steps.map((step, index) => (
          <li key={step.title} className={classes.step}>
            <span className={`centred tinted accent text-13 numbered ${classes.number}`} aria-hidden>
              {index + 1}
            </span>
            <h3 className="text-15">{step.title}</h3>
            {step.text !== undefined && <p className="muted">{step.text}</p>}
            <CodeBlock code={step.code} label={step.title} />
          </li>
        ))}
      </ol>
      {children !== undefined && <div className="above-24">{children}</div>}
    </>
  );
}

/** Code that was not seen for an hour may have been taken out again. */
const FRESH_MS = 3_600_000;

/** "We have seen it": `seenAt` of a query that asks again every few seconds while the code is shown. */
export function LiveCheck({ seenAt }: { seenAt: string | null | undefined }) {
  const t = useTexts(codeStepTexts);
  const nowMs = serverNow();
  const seen = typeof seenAt === 'string' && nowMs - Date.parse(seenAt) < FRESH_MS;
  const when = typeof seenAt === 'string' ? formatRelative(seenAt, nowMs) : null;
  return (
    <p className={`row gap-8 rounded ${seen ? 'on-good' : 'sunken muted'} pad-12`} role="status">
      {seen ? <CircleCheck size={17} aria-hidden /> : <span className={`dot ${classes.dot}`} aria-hidden />}
      {when === null ? t('waiting') : t(seen ? 'seen' : 'seenBefore', { when })}
    </p>
  );
}

/** The steps in a dialog. Load it lazily: `const CodeDialog = lazy(() => import('…/ui/code/code-dialog.tsx'))`. */
export default function CodeDialog({
  opened,
  onClose,
  title,
  before,
  steps,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Above the steps: what chooses between kinds of code. */
  before?: ReactNode;
  steps: readonly CodeStep[];
  children?: ReactNode;
}) {
  return (
    <Dialog opened={opened} size={720} title={title} onClose={onClose}>
      {before !== undefined && <div className="below-16">{before}</div>}
      <CodeSteps steps={steps}>{children}</CodeSteps>
    </Dialog>
  );
}
