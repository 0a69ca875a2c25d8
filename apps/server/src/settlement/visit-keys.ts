import type { ClickId } from '@placard/contract/wire/click-id';
import type { VisitRecord } from '@placard/contract/wire/collect-record';

/** A click's visit, once. */
export function visitKey(click: ClickId): string {
  return `v:${click.shard}:${click.minute}:${click.sequence}`;
}

/** An order of a campaign, once; without an order id the click's conversion. */
export function conversionKey(visit: VisitRecord, click: ClickId): string {
  return visit.orderId === ''
    ? `c:${click.shard}:${click.minute}:${click.sequence}`
    : `o:${visit.campaignId}:${visit.orderId}`;
}
