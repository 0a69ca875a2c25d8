import type { SiteBlocks } from '@placard/domain/decision/gates';

/**
 * A widget's block-lists, its website's among them, made so that asking costs the same however long they are: a page's
 * decision may ask about many creatives, and a list may have thousands of entries. Gives what `blockedBy` of the domain gives.
 */
export class Blocks {
  private readonly domains: ReadonlySet<string>;
  private readonly categories: ReadonlySet<string>;
  private readonly creativeIds: ReadonlySet<number>;

  constructor(lists: SiteBlocks) {
    this.domains = new Set(lists.advertiserDomains);
    this.categories = new Set(lists.categories);
    this.creativeIds = new Set(lists.creativeIds);
  }

  /** Everything of a campaign of this category? */
  stopCategory(category: string): boolean {
    return this.categories.has(category);
  }

  stopCreative({
    id,
    advertiserHost,
  }: {
    readonly id: number;
    readonly advertiserHost: string | null;
  }): boolean {
    return this.creativeIds.has(id) || (advertiserHost !== null && this.stopsHost(advertiserHost));
  }

  /** The host itself, then what is above it, label by label. */
  private stopsHost(host: string): boolean {
    if (this.domains.size === 0) return false;
    for (let at = 0; at >= 0; ) {
      if (this.domains.has(at === 0 ? host : host.slice(at))) return true;
      const dot = host.indexOf('.', at);
      at = dot === -1 ? -1 : dot + 1;
    }
    return false;
  }
}
