import type { MemberRight } from '@placard/domain/account/member';
import type { ListedStep } from '@placard/domain/home/checklist';
import { Check } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './home.module.css';
import { homeTexts } from './home-texts.ts';
import { useMay } from './use-rights.ts';

export type StepWords = { readonly title: string; readonly text: string; readonly open: string };

/** A newcomer's way to the first impression; the next step is a button for whoever may take it. */
export function FirstSteps<Step extends string>({
  steps,
  words,
  rightOf,
  pathOf,
}: {
  steps: readonly ListedStep<Step>[];
  words: (step: Step) => StepWords;
  /** Null: it is somebody else's turn. */
  rightOf: (step: Step) => MemberRight | null;
  pathOf: (step: Step) => string;
}) {
  const t = useTexts(homeTexts);
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Panel flush title={t('steps.title')} description={t('steps.progress', { done, all: steps.length })}>
      <ol className="plain-list lined">
        {steps.map(({ step, state }, index) => {
          const { title, text, open } = words(step);
          return (
            <li
              key={step}
              className={`flex top-flex gap-12 ${classes.step}`}
              aria-current={state === 'next' ? 'step' : undefined}
            >
              <span className={`centred rigid text-13 semibold ${classes.mark} ${classes[state]}`}>
                {state === 'done' ? <Check size={15} aria-hidden /> : <span aria-hidden>{index + 1}</span>}
              </span>
              <div className="stack gap-4 grow shrinks">
                <p className={state === 'later' ? 'muted' : 'semibold'}>
                  {title}
                  {state === 'done' && <span className="visually-hidden"> ({t('steps.done')})</span>}
                </p>
                {state === 'next' && (
                  <NextStep text={text} open={open} right={rightOf(step)} path={pathOf(step)} />
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function NextStep({
  text,
  open,
  right,
  path,
}: {
  text: string;
  open: string;
  right: MemberRight | null;
  path: string;
}) {
  const t = useTexts(homeTexts);
  const may = useMay();
  const note = right === null ? t('steps.waiting') : t('steps.notYours');
  return (
    <>
      <p className="muted text-13">{text}</p>
      {(right === null || !may(right)) && <p className="muted text-13">{note}</p>}
      {may(right) && (
        <p className="above-8">
          <ButtonLink to={path} size="sm" variant={right === null ? 'default' : 'filled'}>
            {open}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
