import { type ShareRate, shareAt } from '@placard/domain/ledger/share-rate';
import type { ShareRow } from './rows.ts';

const NOTHING: readonly ShareRate[] = [];

/** Shares by website and publisher. A change costs as much as there are rates, however many widgets they concern. */
export class ShareBook {
  /** Of what was put last: what a widget worked out before is worked out anew. */
  version = 0;
  private baseBp = 0;
  private network: readonly ShareRate[] = NOTHING;
  private ofPublisher: ReadonlyMap<number, readonly ShareRate[]> = new Map();
  private ofWebsite: ReadonlyMap<number, readonly ShareRate[]> = new Map();

  put(rows: readonly ShareRow[]): void {
    this.version += 1;
    this.network = rows.filter(({ publisherId, websiteId }) => publisherId === null && websiteId === null);
    this.ofPublisher = Map.groupBy(rows, ({ publisherId }) => publisherId ?? 0);
    this.ofWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId ?? 0);
  }

  putBase(shareBp: number): void {
    if (shareBp === this.baseBp) return;
    this.version += 1;
    this.baseBp = shareBp;
  }

  of(publisherId: number, websiteId: number): WidgetShare {
    return new WidgetShare(this, publisherId, websiteId);
  }

  at(publisherId: number, websiteId: number, atMs: number) {
    const { network, baseBp } = this;
    const publisher = this.ofPublisher.get(publisherId) ?? NOTHING;
    const website = this.ofWebsite.get(websiteId) ?? NOTHING;
    return shareAt({ website, publisher, network, baseBp }, atMs);
  }
}

/** A widget's share, which a decision reads by three comparisons: it is worked out when it changes only. */
export class WidgetShare {
  private readonly book: ShareBook;
  private readonly publisherId: number;
  private readonly websiteId: number;
  private version = -1;
  private shareBp = 0;
  private fromMs = 0;
  private untilMs = 0;

  constructor(book: ShareBook, publisherId: number, websiteId: number) {
    this.book = book;
    this.publisherId = publisherId;
    this.websiteId = websiteId;
  }

  at(nowMs: number): number {
    if (this.version === this.book.version && nowMs >= this.fromMs && nowMs < this.untilMs)
      return this.shareBp;
    const held = this.book.at(this.publisherId, this.websiteId, nowMs);
    this.version = this.book.version;
    this.shareBp = held.shareBp;
    this.fromMs = held.fromMs;
    this.untilMs = held.untilMs;
    return held.shareBp;
  }
}
