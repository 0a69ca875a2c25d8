import { ACCOUNT_EVENTS, NETWORK_EVENTS, type WebhookEventType } from '@placard/domain/webhook/event-types';
import { type Api, api } from '../../lib/api/api.ts';

type Values = { readonly url: string; readonly description: string; readonly eventTypes: WebhookEventType[] };

/** The calls of an account's endpoints, or of the network's: they differ in which events may be chosen. */
export type WebhookCalls = Omit<Api['webhooks'], 'create' | 'update'> & {
  readonly create: (input: Values) => ReturnType<Api['webhooks']['create']>;
  readonly update: (
    input: Values & { id: number; enabled: boolean; version: number },
  ) => ReturnType<Api['webhooks']['update']>;
};

export type WebhookScope = { readonly calls: WebhookCalls; readonly events: readonly WebhookEventType[] };

/** Whoever tests an endpoint waits for what comes of it: while anything waits, so often is looked. */
export const LOOK_EVERY_MS = 3_000;

export const NETWORK: WebhookScope = { calls: api.networkWebhooks, events: NETWORK_EVENTS };

const isOfAccount = (type: WebhookEventType): type is (typeof ACCOUNT_EVENTS)[number] =>
  (ACCOUNT_EVENTS as readonly string[]).includes(type);

export const ACCOUNT: WebhookScope = {
  calls: {
    ...api.webhooks,
    create: (input) => api.webhooks.create({ ...input, eventTypes: input.eventTypes.filter(isOfAccount) }),
    update: (input) => api.webhooks.update({ ...input, eventTypes: input.eventTypes.filter(isOfAccount) }),
  },
  events: ACCOUNT_EVENTS,
};
