import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PageViewRecord } from '@placard/contract/wire/collect-record';
import { QUARTER_HOUR_MS } from '@placard/domain/time-zone';

/** Page views of one settlement for one combination of everything the statistics can ask for. */
export type PageViewFact = {
  /** Epoch ms / 900,000. */
  readonly quarter: number;
  readonly publisherId: number;
  readonly websiteId: number;
  /** 0, or the code of a filter reason: path, referrer and visitors are then left out. */
  readonly reason: number;
  readonly country: string;
  readonly device: number;
  readonly referrerHost: string;
  readonly path: string;
  readonly views: number;
  /** Different ones, as decimal texts of 64 bits. */
  readonly visitors: readonly string[];
};

type Row = Omit<PageViewFact, 'views' | 'visitors'> & { views: number; readonly visitors: Set<string> };

/** Adds up page views; one row a combination. */
export class PageViewTable {
  readonly #rows = new Map<string, Row>();

  get size(): number {
    return this.#rows.size;
  }

  add(view: PageViewRecord, publisherId: number): void {
    const counted = view.reason === 0;
    const row = {
      quarter: Math.floor(view.atMs / QUARTER_HOUR_MS),
      publisherId,
      websiteId: view.websiteId,
      reason: view.reason,
      country: view.country,
      device: view.device,
      referrerHost: counted ? view.referrerHost : '',
      path: counted ? view.path : '',
    };
    const key = JSON.stringify(Object.values(row));
    let known = this.#rows.get(key);
    if (known === undefined) {
      known = { ...row, views: 0, visitors: new Set() };
      this.#rows.set(key, known);
    }
    known.views += 1;
    if (counted) known.visitors.add(String(view.visitorHash));
  }

  /** `page_view_batch.body`: zstd of a JSON array of rows, each an array in the order of `PageViewFact`. */
  encode(): Buffer {
    const rows = [...this.#rows.values()].map((row) => [
      ...[row.quarter, row.publisherId, row.websiteId, row.reason, row.country, row.device],
      ...[row.referrerHost, row.path, row.views, [...row.visitors]],
    ]);
    return zstdCompressSync(JSON.stringify(rows), { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  }
}

type Encoded = [number, number, number, number, string, number, string, string, number, string[]];

export function decodePageViews(body: Uint8Array): PageViewFact[] {
  const rows = JSON.parse(zstdDecompressSync(body).toString()) as Encoded[];
  return rows.map(
    ([quarter, publisherId, websiteId, reason, country, device, referrerHost, path, views, visitors]) => ({
      ...{ quarter, publisherId, websiteId, reason, country, device, referrerHost, path, views, visitors },
    }),
  );
}
