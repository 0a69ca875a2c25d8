import { answer, answerOnce } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { makeAppeal } from '../appeals/make-appeal.ts';
import { grantAppeal, upholdDecision } from './decide-appeal.ts';

/** Appeals of owners, and the operator's answers. */
export function appealsRoutes(deps: AppDeps) {
  const { appeals } = operations;
  return {
    appealCreative: appeals.appealCreative.handler(answerOnce(deps, makeAppeal('creative'))),
    appealWebsite: appeals.appealWebsite.handler(answerOnce(deps, makeAppeal('website'))),
    grant: appeals.grant.handler(answer(deps, grantAppeal)),
    uphold: appeals.uphold.handler(answer(deps, upholdDecision)),
  };
}
