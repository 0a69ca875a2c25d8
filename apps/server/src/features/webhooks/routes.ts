import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { listDeliveries, readDelivery, resendDelivery, sendTestEvent } from './deliveries.ts';
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from './edit-endpoints.ts';
import { accountsOwn, listEndpoints, networksOwn } from './endpoints.ts';

export function webhooksRoutes(deps: AppDeps) {
  const { webhooks } = operations;
  return {
    list: webhooks.list.handler(answer(deps, listEndpoints(accountsOwn))),
    create: webhooks.create.handler(answer(deps, createEndpoint(accountsOwn))),
    update: webhooks.update.handler(answer(deps, updateEndpoint(accountsOwn))),
    remove: webhooks.remove.handler(answer(deps, removeEndpoint(accountsOwn))),
    rotateSecret: webhooks.rotateSecret.handler(answer(deps, rotateSecret(accountsOwn))),
    test: webhooks.test.handler(answer(deps, sendTestEvent(accountsOwn))),
    deliveries: webhooks.deliveries.handler(answer(deps, listDeliveries(accountsOwn))),
    delivery: webhooks.delivery.handler(answer(deps, readDelivery(accountsOwn))),
    resend: webhooks.resend.handler(answer(deps, resendDelivery(accountsOwn))),
  };
}

export function networkWebhooksRoutes(deps: AppDeps) {
  const { networkWebhooks } = operations;
  return {
    list: networkWebhooks.list.handler(answer(deps, listEndpoints(networksOwn))),
    create: networkWebhooks.create.handler(answer(deps, createEndpoint(networksOwn))),
    update: networkWebhooks.update.handler(answer(deps, updateEndpoint(networksOwn))),
    remove: networkWebhooks.remove.handler(answer(deps, removeEndpoint(networksOwn))),
    rotateSecret: networkWebhooks.rotateSecret.handler(answer(deps, rotateSecret(networksOwn))),
    test: networkWebhooks.test.handler(answer(deps, sendTestEvent(networksOwn))),
    deliveries: networkWebhooks.deliveries.handler(answer(deps, listDeliveries(networksOwn))),
    delivery: networkWebhooks.delivery.handler(answer(deps, readDelivery(networksOwn))),
    resend: networkWebhooks.resend.handler(answer(deps, resendDelivery(networksOwn))),
  };
}
