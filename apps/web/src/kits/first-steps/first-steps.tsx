import type { ListedStep } from '@placard/domain/home/checklist';
import { Check, Hourglass } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { firstStepsTexts } from './texts.ts';

export type StepWords = {
  readonly title: string;
  readonly text: string;
  readonly open: string;
  /** Instead of the text while it waits for somebody else. */
  readonly waits?: string;
  /** Whose turn it is, where it is not the reader's. */
  readonly note?: string | null;
  /** Where the next step is taken, or looked at; nothing for who may not. */
  readonly path: string | null;
  readonly isTaken: boolean;
};

/** A newcomer's way to the first impression; the next step is a button for whoever may take it. */
export function FirstSteps<Step extends string>({
  steps,
  words,
}: {
  steps: readonly ListedStep<Step>[];
  words: (step: Step) => StepWords;
}) {
  const t = useTexts(firstStepsTexts);
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Panel flush title={t('title')} description={t('progress', { done, all: steps.length })}>
      <ol className="plain-list lined">
        {steps.map(({ step, state }, index) => (
          <StepLine key={step} number={index + 1} state={state} words={words(step)} />
        ))}
      </ol>
    </Panel>
  );
}

const LOOKS = { done: 'on-good', next: 'on-accent', waits: 'on-quiet', later: 'on-quiet' } as const;

function StepLine({
  number,
  state,
  words,
}: {
  number: number;
  state: ListedStep<string>['state'];
  words: StepWords;
}) {
  const t = useTexts(firstStepsTexts);
  return (
    <li className="flex top-flex gap-12 pad-row" aria-current={state === 'next' ? 'step' : undefined}>
      <span className={`centred rigid text-13 semibold numbered ${LOOKS[state]}`}>
        {state === 'done' && <Check size={15} aria-hidden />}
        {state === 'waits' && <Hourglass size={14} aria-hidden />}
        {(state === 'next' || state === 'later') && <span aria-hidden>{number}</span>}
      </span>
      <div className="stack gap-4 grow shrinks">
        <p className={state === 'later' ? 'muted' : 'semibold'}>
          {words.title}
          {state === 'done' && <span className="visually-hidden"> ({t('done')})</span>}
        </p>
        {state === 'waits' && <p className="muted text-13">{words.waits ?? words.text}</p>}
        {state === 'next' && <NextStep {...words} />}
      </div>
    </li>
  );
}

function NextStep({ text, open, note, path, isTaken }: StepWords) {
  return (
    <>
      <p className="muted text-13">{text}</p>
      {typeof note === 'string' && <p className="muted text-13">{note}</p>}
      {path !== null && (
        <p className="above-8">
          <ButtonLink to={path} size="sm" variant={isTaken ? 'filled' : 'default'}>
            {open}
          </ButtonLink>
        </p>
      )}
    </>
  );
}
