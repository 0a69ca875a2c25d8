import type { AccountRow, CampaignRow, WebsiteRow } from './rows.ts';

export type SiteCode = { readonly websiteId: number; readonly domain: string };
export type CampaignCode = { readonly campaignId: number };

/** Analytics codes by key. A code works from the first minute on: whether it is seen is part of the review. */
export class CodeDirectory {
  private readonly sites = new Map<string, WebsiteRow>();
  private readonly campaigns = new Map<string, CampaignRow>();
  private readonly suspended = new Set<number>();

  putAccounts(rows: readonly AccountRow[]): void {
    for (const { id, active } of rows) {
      if (active) this.suspended.delete(id);
      else this.suspended.add(id);
    }
  }

  putWebsites(rows: readonly WebsiteRow[]): void {
    for (const row of rows) this.sites.set(row.analyticsKey, row);
  }

  putCampaigns(rows: readonly CampaignRow[]): void {
    for (const row of rows) this.campaigns.set(row.analyticsKey, row);
  }

  /** `undefined` for an unknown key, a deleted website and a suspended publisher. */
  siteOf(key: string): SiteCode | undefined {
    const row = this.sites.get(key);
    if (row === undefined || row.archived || this.suspended.has(row.publisherId)) return undefined;
    return { websiteId: row.id, domain: row.domain };
  }

  /** `undefined` for an unknown key. A campaign that has ended still has conversions. */
  campaignOf(key: string): CampaignCode | undefined {
    const row = this.campaigns.get(key);
    return row === undefined ? undefined : { campaignId: row.id };
  }
}
