import { FRAME_PATH, IMAGE_PATH } from '@placard/contract/wire/tag-protocol';
import { isCodeType } from '@placard/domain/creative/rules';
import { asciiJson } from './ascii-json.ts';
import { Groups } from './groups.ts';
import type { CreativeRow } from './rows.ts';

/** A creative as delivery knows it. One that was archived stays: clicks on it are still sent on. */
export type CreativeView = {
  readonly row: CreativeRow;
  /** Where a click goes; http or https only. */
  readonly clickUrl: string | null;
  /** Where it led when it was last approved; `null` where it never was, or was rejected or taken down since. */
  readonly reviewedUrl: string | null;
};

export type ShowableCreative = {
  /** Host of the click URL, lower case; `null` where there is none. */
  readonly advertiserHost: string | null;
  /** Its members of the answer: `,"s":"/i/…","a":"…"` or `,"f":"/f/…"`. */
  readonly json: string;
};

export class CreativeDirectory {
  private readonly byId = new Map<number, CreativeView>();
  private readonly byKey = new Map<string, CreativeView>();
  private readonly ofAdSet = new Groups();

  /** @returns the ad sets that the changed creatives serve or served. */
  put(rows: readonly CreativeRow[]): Set<number> {
    const touched = new Set<number>();
    for (const row of rows) {
      const old = this.byId.get(row.id);
      for (const adSetId of old?.row.adSetIds ?? []) {
        this.ofAdSet.remove(adSetId, row.id);
        touched.add(adSetId);
      }
      const view = viewOf(row, old);
      this.byId.set(row.id, view);
      this.byKey.set(row.publicKey, view);
      for (const adSetId of row.adSetIds) {
        this.ofAdSet.add(adSetId, row.id);
        touched.add(adSetId);
      }
    }
    return touched;
  }

  byCreativeId(id: number): CreativeView | undefined {
    return this.byId.get(id);
  }

  byPublicKey(key: string): CreativeView | undefined {
    return this.byKey.get(key);
  }

  /** Creatives assigned to an ad set, by id. */
  assignedTo(adSetId: number): CreativeView[] {
    const views: CreativeView[] = [];
    for (const id of this.ofAdSet.of(adSetId)) {
      const view = this.byId.get(id);
      if (view !== undefined) views.push(view);
    }
    return views.sort((a, b) => a.row.id - b.row.id);
  }

  get count(): number {
    return this.byId.size;
  }
}

function viewOf(row: CreativeRow, old: CreativeView | undefined): CreativeView {
  const url = row.clickUrl === null ? null : safeUrl(row.clickUrl);
  const active = row.status === 'active';
  // Most are written as the standard writes them: one text for both, then.
  const href = url?.href === row.clickUrl ? row.clickUrl : (url?.href ?? null);
  // An edit waiting for review must not steer the clicks of what was reviewed.
  const clickUrl = active || old === undefined ? href : (old.clickUrl ?? href);
  return { row, clickUrl, reviewedUrl: reviewedUrlOf(row, href, old) };
}

function reviewedUrlOf(row: CreativeRow, href: string | null, old: CreativeView | undefined): string | null {
  if (row.status === 'rejected' || row.status === 'cancelled') return null;
  const reviewed = row.status === 'active' || row.approvedAtMs !== null;
  return reviewed ? href : (old?.reviewedUrl ?? null);
}

/** What the auction may hand out of it; `null` unless it is active and whole. */
export function shownOf(row: CreativeRow): ShowableCreative | null {
  if (row.status !== 'active') return null;
  const url = row.clickUrl === null ? null : safeUrl(row.clickUrl);
  const advertiserHost = url?.hostname.toLowerCase() ?? null;
  if (isCodeType(row.type)) {
    const json = `,"f":${asciiJson(`${FRAME_PATH}/${row.publicKey}`)}`;
    return row.adCode === null ? null : { advertiserHost, json };
  }
  if (row.fileKey === null || url === null) return null;
  const alt = row.altText === '' ? '' : `,"a":${asciiJson(row.altText)}`;
  return { advertiserHost, json: `,"s":${asciiJson(`${IMAGE_PATH}/${row.fileKey}`)}${alt}` };
}

/** An address that a visitor may be sent to: http or https. */
export function safeUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}
