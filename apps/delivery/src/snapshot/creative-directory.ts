import { FRAME_ATTRIBUTES } from '@placard/contract/wire/ad-styles';
import { FRAME_PATH, IMAGE_PATH } from '@placard/contract/wire/tag-protocol';
import { isCodeType } from '@placard/domain/creative/rules';
import { advertiserHostOf } from '@placard/domain/website/blocks';
import { asciiJson } from './ascii-json.ts';
import { Groups } from './groups.ts';
import type { CreativeRow } from './rows.ts';

/** A creative as delivery knows it. One that was archived stays: clicks on it are still sent on. */
export type CreativeView = {
  readonly row: CreativeRow;
  /**
   * Where a click goes, http or https only: where it led when it was last approved. `null` where it never was, or was rejected or
   * taken down since, and for code, which names its own.
   */
  readonly clickUrl: string | null;
};

export type ShowableCreative = {
  /** Host of the click URL, lower case; `null` where there is none. */
  readonly advertiserHost: string | null;
  /** Its members of the answer: `,"s":"/i/…","a":"…"` or `,"f":"/f/…","b":{…}`. */
  readonly json: string;
};

export class CreativeDirectory {
  private readonly byId = new Map<number, CreativeView>();
  private readonly byKey = new Map<string, CreativeView>();
  private readonly ofAdSet = new Groups();
  /** How many creatives have an image, by its file key. */
  private readonly images = new Map<string, number>();

  /** @returns the ad sets that the changed creatives serve or served. */
  put(rows: readonly CreativeRow[]): Set<number> {
    const touched = new Set<number>();
    for (const row of rows) {
      const old = this.byId.get(row.id);
      for (const adSetId of old?.row.adSetIds ?? []) {
        this.ofAdSet.remove(adSetId, row.id);
        touched.add(adSetId);
      }
      if (old?.row.fileKey !== row.fileKey) {
        this.countImage(old?.row.fileKey, -1);
        this.countImage(row.fileKey, 1);
      }
      const view = viewOf(row);
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

  hasImage(fileKey: string): boolean {
    return this.images.has(fileKey);
  }

  private countImage(fileKey: string | null | undefined, change: number): void {
    if (fileKey === null || fileKey === undefined) return;
    const count = (this.images.get(fileKey) ?? 0) + change;
    if (count === 0) this.images.delete(fileKey);
    else this.images.set(fileKey, count);
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

/** By the row alone: what a process remembers would be another thing after its next start. */
function viewOf(row: CreativeRow): CreativeView {
  const reviewed = reviewedUrlOf(row);
  const url = reviewed === null ? null : safeUrl(reviewed);
  // Most are written as the standard writes them: one text for both, then.
  return { row, clickUrl: url?.href === reviewed ? reviewed : (url?.href ?? null) };
}

function reviewedUrlOf(row: CreativeRow): string | null {
  if (row.stopped) return null;
  // What waits for review is an edit, or has never been seen.
  const approved = row.status === 'active' || (row.status !== 'pending' && row.approvedAtMs !== null);
  return approved ? row.clickUrl : row.earlierClickUrl;
}

/** What the auction may hand out of it; `null` unless it is active and whole. */
export function shownOf(row: CreativeRow): ShowableCreative | null {
  if (row.status !== 'active') return null;
  const url = row.clickUrl === null ? null : safeUrl(row.clickUrl);
  const advertiserHost = advertiserHostOf(url);
  if (isCodeType(row.type)) {
    const path = asciiJson(`${FRAME_PATH}/${row.publicKey}`);
    const json = `,"f":${path},"b":${JSON.stringify(FRAME_ATTRIBUTES)}`;
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
