import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readBillingDetails, saveBillingDetails } from './billing-details.ts';

export function billingDetailsRoutes(deps: AppDeps) {
  const { billingDetails } = operations;
  return {
    read: billingDetails.read.handler(answer(deps, readBillingDetails)),
    save: billingDetails.save.handler(answer(deps, saveBillingDetails)),
  };
}
