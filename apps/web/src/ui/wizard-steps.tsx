import { Check } from 'lucide-react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { useStepEntry } from './use-step-entry.ts';
import classes from './wizard-steps.module.css';

export type WizardStep<Key extends string> = { readonly key: Key; readonly label: string };

/**
 * Where one is in a wizard. Steps that are done lead back when `onGo` is given. A step that is entered begins at its top,
 * whoever led there: a button, the bar, the browser.
 */
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
  const t = useTexts(uiTexts);
  const at = steps.findIndex((step) => step.key === current);
  const { bar, heading } = useStepEntry(current);
  const place = { step: at + 1, count: steps.length, name: steps[at]?.label ?? '' };
  return (
    <div ref={bar} className="anchor">
      <ol className="flex gap-8 plain-list below-24" aria-label={label}>
        {steps.map((step, index) => {
          const done = index < at;
          const look =
            index === at ? `ink bold ${classes.current}` : done ? `muted ${classes.done}` : 'faint';
          const mark = index === at ? 'on-accent' : done ? 'tinted accent' : 'sunken muted';
          const content = (
            <>
              <span className={`centred rigid text-12 bold ${mark} ${classes.number}`} aria-hidden>
                {done ? <Check size={13} /> : index + 1}
              </span>
              <span className={classes.name}>{step.label}</span>
            </>
          );
          return (
            <li
              key={step.key}
              className={`grow shrinks text-13 ${classes.step} ${look}`}
              aria-current={index === at ? 'step' : undefined}
            >
              {done && onGo !== undefined ? (
                <button
                  type="button"
                  className={`row gap-8 plain-button text-left ${classes.back}`}
                  onClick={() => onGo(step.key)}
                >
                  {content}
                </button>
              ) : (
                <span className="row gap-8">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('wizardStep', place)}
      </h2>
    </div>
  );
}
