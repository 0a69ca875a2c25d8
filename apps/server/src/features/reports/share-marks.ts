import type { Db } from '@placard/db/database';
import {
  type BaseChange,
  type ShareRates,
  shareChanges,
  shareEdges,
} from '@placard/domain/ledger/share-rate';
import { sql } from 'kysely';
import { readRates, readShareBase, timesOf } from '../share-rates/share-rate-view.ts';

/** From then on another share is the publisher's: of this website, or of those without one of their own. */
export type ShareMark = {
  readonly atMs: number;
  readonly shareBp: number;
  readonly website: { readonly id: number; readonly domain: string } | null;
};
type Span = { readonly fromMs: number; readonly untilMs: number };
/** Of the settings' log: more changes than anybody makes. */
const MAX_BASE_CHANGES = 1_000;

/**
 * When the share changed that a publisher had, by their own rates, the network's and its settings: where one begins and where it ends.
 * @param websiteId of this website alone: what holds elsewhere is left out where it has a share of its own
 */
export async function readShareMarks(
  db: Db,
  { publisherId, websiteId, span }: PublishersSpan,
): Promise<ShareMark[]> {
  const [{ baseBp }, network, publisher, base] = await Promise.all([
    readShareBase(db),
    readRates(db, null),
    readRates(db, publisherId),
    readBaseChanges(db),
  ]);
  const ofWebsite = (id: number | null | undefined) =>
    publisher.filter((row) => row.website_id === id).map(timesOf);
  const above = { publisher: ofWebsite(null), network: network.map(timesOf), baseBp };
  const within = (ms: number) => ms >= span.fromMs && ms < span.untilMs;
  const edges = [...shareEdges([...above.publisher, ...above.network]), ...base.map(({ atMs }) => atMs)];
  const changes = (rates: ShareRates, instants: readonly number[]) =>
    shareChanges(rates, base, instants.filter(within));
  const domains = new Map(
    publisher.flatMap(({ website_id: id, domain }) => (id === null ? [] : [[id, domain]])),
  );
  const own = [...domains]
    .filter(([id]) => websiteId === undefined || id === websiteId)
    .flatMap(([id, domain]) => {
      const website = ofWebsite(id);
      return changes({ ...above, website }, shareEdges(website)).map((change) => ({
        ...change,
        website: { id, domain: domain ?? '' },
      }));
    });
  const website = ofWebsite(websiteId);
  const told = new Set(websiteId === undefined ? [] : own.map(({ atMs }) => atMs));
  const others = changes(
    { ...above, website },
    edges.filter((ms) => !told.has(ms)),
  );
  return [...own, ...others.map((change) => ({ ...change, website: null }))];
}

type PublishersSpan = {
  readonly publisherId: number;
  readonly websiteId: number | undefined;
  readonly span: Span;
};

/** What the settings' share was before each of its changes, in the order of time. */
async function readBaseChanges(db: Db): Promise<BaseChange[]> {
  const { rows } = await sql<{ at: Date; before: number }>`
    select at, (detail->'publisherSharePercent'->>'before')::float8 as before from audit_log
     where subject_kind = 'settings' and subject_id is null and action = 'settings.update' and detail ? 'publisherSharePercent'
     order by id desc limit ${MAX_BASE_CHANGES}`.execute(db);
  return rows
    .map(({ at, before }) => ({ atMs: at.getTime(), beforeBp: Math.round(before * 100) }))
    .toReversed();
}
