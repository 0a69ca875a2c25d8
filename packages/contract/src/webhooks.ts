import { typedAddress } from '@placard/domain/one-line';
import { withSmallScheme } from '@placard/domain/small-scheme';
import {
  ACCOUNT_EVENTS,
  DELIVERY_STATUSES,
  ENDPOINT_DESCRIPTION_LIMIT,
  isEndpointUrl,
  NETWORK_EVENTS,
  WEBHOOK_STOPS,
} from '@placard/domain/webhook/event-types';
import { z } from 'zod';
import { operatorOperation, workOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { data, done, id, instant, issue, logOf, logQuery, oneLine, version } from './scalars.ts';

const url = z
  .string()
  .overwrite(typedAddress)
  .refine(isEndpointUrl, issue('endpoint_url_invalid'))
  .overwrite(withSmallScheme);
const description = oneLine(ENDPOINT_DESCRIPTION_LIMIT).default('');

const eventTypesOf = <const Types extends readonly [string, ...string[]]>(types: Types) =>
  z
    .array(z.enum(types))
    .min(1, issue('event_type_required'))
    .max(types.length)
    .refine((all) => new Set(all).size === all.length, issue('event_type_repeated'));

/** Rows of these grow without end: their ids are beyond a number's integers. */
const bigId = z.string().regex(/^\d{1,18}$/);

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(z.enum(NETWORK_EVENTS)),
  enabled: z.boolean(),
  /** Why it is told nothing; null: it is. */
  disabledBecause: z.enum(WEBHOOK_STOPS).nullable(),
  /** Since when nothing arrived there; null: what was sent last did. */
  failingSince: instant.nullable(),
  /** Until when the secret before the present one signs as well; null: only the present one does. */
  previousSecretUntil: instant.nullable(),
  /** So many deliveries wait to be sent, or sent again. */
  waiting: z.number().int(),
  createdAt: instant,
  version,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

const webhookDelivery = z.object({
  id: bigId,
  /** What the receiver gets as `webhook-id`, however often it is sent. */
  messageId: z.string(),
  eventType: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  /** When it is tried next; null: it is not. */
  nextAttemptAt: instant.nullable(),
  /** HTTP status of the last answer; null: there was none. */
  lastStatus: z.number().int().nullable(),
  /** Why there was no answer the last time. */
  lastFault: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookAttempt = z.object({
  number: z.number().int(),
  at: instant,
  url: z.string(),
  status: z.number().int().nullable(),
  /** The answer's first kilobyte. */
  answer: z.string(),
  fault: z.string().nullable(),
  tookMs: z.number().int(),
});
const webhookDeliveryDetail = webhookDelivery.extend({
  /** What is sent, to the letter. */
  body: z.string(),
  history: z.array(webhookAttempt),
});
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const newWebhookInput = z.object({ url, description, eventTypes: eventTypesOf(ACCOUNT_EVENTS) });
export const newNetworkWebhookInput = z.object({
  url,
  description,
  eventTypes: eventTypesOf(NETWORK_EVENTS),
});

const tags = ['Webhooks'];
type Base = typeof workOperation | typeof operatorOperation;

/** The same for an account and for the network. */
function webhookOperations<Input extends typeof newWebhookInput | typeof newNetworkWebhookInput>(
  base: Base,
  path: `/${string}`,
  input: Input,
  whose: string,
) {
  const withSecret = data(z.object({ secret: z.string(), endpoint: webhookEndpoint }));
  const oneDelivery = z.object({ id, deliveryId: bigId });
  return {
    list: base
      .route(get(path, tags, `Endpoints ${whose}`))
      .output(data(z.object({ items: z.array(webhookEndpoint) }))),
    create: base
      .route(post(path, tags, `Add an endpoint ${whose}; its secret is shown once`))
      .input(input)
      .output(withSecret),
    update: base
      .route(put(`${path}/{id}`, tags, 'Change an endpoint, or switch it on or off'))
      .input(z.object({ ...input.shape, id, enabled: z.boolean(), version }))
      .output(data(webhookEndpoint)),
    remove: base
      .route(remove(`${path}/{id}`, tags, 'Remove an endpoint with all that was sent to it'))
      .input(z.object({ id }))
      .output(done),
    rotateSecret: base
      .route(post(`${path}/{id}/secret`, tags, 'Give an endpoint a new secret: for a day both sign'))
      .input(z.object({ id }))
      .output(withSecret),
    test: base
      .route(post(`${path}/{id}/test`, tags, 'Send an endpoint a test event'))
      .input(z.object({ id }))
      .output(data(z.object({ deliveryId: bigId }))),
    deliveries: base
      .route(get(`${path}/{id}/deliveries`, tags, 'What was sent to an endpoint in 30 days, newest first'))
      .input(z.object({ id, ...logQuery(25), status: z.enum(DELIVERY_STATUSES).optional() }))
      .output(logOf(webhookDelivery, {})),
    delivery: base
      .route(get(`${path}/{id}/deliveries/{deliveryId}`, tags, 'What was sent, and what each try came to'))
      .input(oneDelivery)
      .output(data(webhookDeliveryDetail)),
    resend: base
      .route(post(`${path}/{id}/deliveries/{deliveryId}/resend`, tags, 'Send it again, under the same id'))
      .input(oneDelivery)
      .output(done),
  };
}

export const webhooksContract = webhookOperations(
  workOperation,
  '/webhooks',
  newWebhookInput,
  'of the account',
);
export const networkWebhooksContract = webhookOperations(
  operatorOperation,
  '/operator/webhooks',
  newNetworkWebhookInput,
  'of the network',
);
