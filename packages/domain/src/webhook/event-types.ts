import { isOneLine } from '../one-line.ts';

/** What an account's endpoints can be told; the database's triggers write them (migration `webhooks`). */
export const ACCOUNT_EVENTS = [
  'campaign.status_changed',
  'creative.status_changed',
  'website.status_changed',
  'widget.status_changed',
  'appeal.status_changed',
  'deposit.status_changed',
  'deposit_refund.status_changed',
  'payout.status_changed',
  'correction.booked',
  'balance.level_changed',
  'invoice.issued',
  'month.closed',
] as const;

/** The network's endpoints are told the same of every account, of the accounts themselves, and of the network's alarms. */
export const NETWORK_EVENTS = [
  'account.status_changed',
  'network.alarm_begun',
  'network.alarm_over',
  ...ACCOUNT_EVENTS,
] as const;
export type WebhookEventType = (typeof NETWORK_EVENTS)[number];

/** Sent to one endpoint by whoever wants to see whether it arrives. */
export const TEST_EVENT = 'webhook.test';

/** Why an endpoint is told nothing: somebody switched it off, nothing arrived for days, it answered 410. */
export const WEBHOOK_STOPS = ['hand', 'failing', 'gone'] as const;
export type WebhookStop = (typeof WEBHOOK_STOPS)[number];

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Of one account, or of the network. */
export const MAX_ENDPOINTS = 10;
export const ENDPOINT_URL_LIMIT = 500;
export const ENDPOINT_DESCRIPTION_LIMIT = 200;
/** How often one delivery is tried in all, sent again by hand included. */
export const MAX_ATTEMPTS = 50;
/** Old ones are deleted with what they came to. */
export const EVENTS_KEPT_DAYS = 30;
/** So many wait for one endpoint at most: beyond, the oldest are given up. */
export const MAX_WAITING = 10_000;

/** Raised when a field changes its meaning or goes; new fields come without. */
export const PAYLOAD_VERSION = 1;

/**
 * Whether an address can be an endpoint: https, without a name and password in it. Where it leads to is looked at when it is called.
 * It stands in mails and in the log as it was written: what a parser of addresses leaves out without a word (line breaks, a
 * missing `//`) is none.
 */
export function isEndpointUrl(text: string): boolean {
  if (text.length > ENDPOINT_URL_LIMIT || !URL.canParse(text)) return false;
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !isOneLine(text)) return false;
  const { protocol, username, password, port, hash } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && port === '' && hash === '';
}
