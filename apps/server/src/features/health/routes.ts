import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readHealth } from './read-health.ts';
import { updateThresholds } from './thresholds.ts';

export function healthRoutes(deps: AppDeps) {
  const { health } = operations;
  return {
    read: health.read.handler(answer(deps, readHealth)),
    updateThresholds: health.updateThresholds.handler(answer(deps, updateThresholds)),
  };
}
