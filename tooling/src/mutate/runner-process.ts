import { fileURLToPath } from 'node:url';
import type { Mutant } from './find-mutants.ts';
import { PLACES } from './places.ts';
import { type Coverage, TestRunner, TooBusyError } from './test-runner.ts';

/**
 * The process that a break may freeze: asked by messages, killed by whoever asked. The first message makes the runner.
 */
export type Question =
  | { readonly kind: 'start'; readonly place: string; readonly mode: 'notes' | 'mutants' }
  | { readonly kind: 'coverage'; readonly sources: readonly string[] }
  | {
      readonly kind: 'mutant';
      readonly file: string;
      readonly mutant: Mutant;
      readonly tests: readonly string[];
    }
  | { readonly kind: 'end' };

export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'coverage'; readonly coverage: Coverage }
  | { readonly kind: 'mutant'; readonly caughtBy: string | null }
  /** Neither noticed nor not; which test takes too long. */
  | { readonly kind: 'too busy'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
let runner: TestRunner | undefined;

async function answer(question: Question): Promise<Answer> {
  if (question.kind === 'start') {
    const place = PLACES[question.place];
    if (place === undefined) return { kind: 'failed', message: `no place ${question.place}` };
    runner = new TestRunner(ROOT, place, question.mode);
    return { kind: 'ready' };
  }
  if (runner === undefined) return { kind: 'failed', message: 'not started' };
  if (question.kind === 'coverage')
    return { kind: 'coverage', coverage: await runner.coverage(question.sources) };
  if (question.kind === 'mutant') {
    const caughtBy = await runner.catcher(question.file, question.mutant, question.tests);
    return { kind: 'mutant', caughtBy: caughtBy ?? null };
  }
  await runner.close();
  return { kind: 'ready' };
}

process.on('message', (question: Question) => {
  answer(question)
    .catch(
      (cause: unknown): Answer => ({
        kind: cause instanceof TooBusyError ? 'too busy' : 'failed',
        message: cause instanceof Error ? cause.message : String(cause),
      }),
    )
    .then((given) => {
      process.send?.(given);
      if (question.kind === 'end') process.disconnect();
    });
});
// Whoever asked is gone: nobody waits for the rest.
process.on('disconnect', () => process.exit());
