import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { beginLook } from './begin-look.ts';
import { endLook } from './end-looks.ts';
import { listLooks } from './list-looks.ts';

export function lookRoutes(deps: AppDeps) {
  const { looks } = operations;
  return {
    begin: looks.begin.handler(answer(deps, beginLook)),
    end: looks.end.handler(answer(deps, endLook)),
    list: looks.list.handler(answer(deps, listLooks)),
  };
}
