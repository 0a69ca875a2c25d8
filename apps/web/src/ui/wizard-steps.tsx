import { Check } from 'lucide-react';
import classes from './wizard-steps.module.css';

export type WizardStep<Key extends string> = { readonly key: Key; readonly label: string };

/** Where one is in a wizard. Steps that are done lead back when `onGo` is given. */
export function WizardSteps<Key extends string>({
  label,
  steps,
  current,
  onGo,
}: {
  label: string;
  steps: readonly WizardStep<Key>[];
  current: Key;
  onGo?: ((step: Key) => void) | undefined;
}) {
  const at = steps.findIndex((step) => step.key === current);
  return (
    <ol className={`flex gap-8 no-padding no-bullets ${classes.steps}`} aria-label={label}>
      {steps.map((step, index) => {
        const done = index < at;
        const look = index === at ? classes.current : done ? classes.done : '';
        const content = (
          <>
            <span className={classes.number} aria-hidden>
              {done ? <Check size={13} /> : index + 1}
            </span>
            <span className={classes.name}>{step.label}</span>
          </>
        );
        return (
          <li
            key={step.key}
            className={`grow shrinks faint text-13 ${classes.step} ${look}`}
            aria-current={index === at ? 'step' : undefined}
          >
            {done && onGo !== undefined ? (
              <button
                type="button"
                className={`row gap-8 no-padding no-background ${classes.label}`}
                onClick={() => onGo(step.key)}
              >
                {content}
              </button>
            ) : (
              <span className={`row gap-8 no-padding no-background ${classes.label}`}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
