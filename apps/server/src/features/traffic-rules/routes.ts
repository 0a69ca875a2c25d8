import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { tryRules } from './dry-run.ts';
import { readFilteredSamples } from './filtered-samples.ts';
import { createTrafficRule, listTrafficRules, removeTrafficRule, updateTrafficRule } from './rules.ts';

export function trafficRulesRoutes(deps: AppDeps) {
  const { trafficRules } = operations;
  return {
    list: trafficRules.list.handler(answer(deps, listTrafficRules)),
    create: trafficRules.create.handler(answer(deps, createTrafficRule)),
    update: trafficRules.update.handler(answer(deps, updateTrafficRule)),
    remove: trafficRules.remove.handler(answer(deps, removeTrafficRule)),
    dryRun: trafficRules.dryRun.handler(answer(deps, tryRules)),
    samples: trafficRules.samples.handler(answer(deps, readFilteredSamples)),
  };
}
