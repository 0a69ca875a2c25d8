import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '@placard/db/objects/object-store';
import { baseFor, basesToDrop, isLogNeeded } from '@placard/domain/backup/point-in-time';
import { DAY_MS } from '@placard/domain/time-zone';
import { BackupFault } from '../backup/backup-fault.ts';
import { baseOf, fetchMoment, isManifest, type MomentObject, momentObject } from './bucket-moments.ts';
import { baseNameMs, basesOf, CHAIN, type Chain, chainsIn, openChain } from './chain.ts';
import { LOG } from './keep-log.ts';

type Order = {
  readonly days: number;
  readonly passphrase: string | null;
  readonly nowMs: number;
  /** The folder of points in time. */
  readonly root: string;
  /** For manifests that are fetched. */
  readonly into: string;
};

/**
 * Takes out of the bucket what no moment of the last days needs. What is not in the folder stays: the folder may be new, and the
 * bucket all that is left.
 * @param keys of all that lies there. @returns bases and chains that went
 */
export async function dropOldMoments(
  store: ObjectStore,
  order: Order,
  keys: readonly string[],
): Promise<string[]> {
  const objects = keys.flatMap((key) => momentObject({ key, bytes: 0, tag: null }) ?? []);
  for (const object of objects.filter(isManifest)) await fetchMoment(store, object, order.into);
  const open = openChains(order);
  const all = open.flatMap((chain) => basesOf(chain).map((base) => ({ ...base, of: chain })));
  const old = basesToDrop(all, order.nowMs, order.days);
  const gone = new Set(old.map(({ of, name }) => join(of.folder, name)));
  const removed: string[] = [];
  const drop = async (some: readonly MomentObject[]) => {
    // Manifests first: what is half removed is none.
    const [first, rest] = [some.filter(isManifest), some.filter((object) => !isManifest(object))];
    await store.remove(first.map(({ key }) => key));
    await store.remove(rest.map(({ key }) => key));
  };
  for (const chain of open) {
    const own = objects.filter((object) => join(order.into, object.chain) === chain.folder);
    const bases = all.filter(({ of }) => of === chain);
    const left = bases.filter(({ name }) => !gone.has(join(chain.folder, name)));
    if (bases.length > 0 && left.length === 0) {
      await drop(own);
      removed.push(...bases.map(({ name }) => name));
      continue;
    }
    const first = left.map(({ firstPiece }) => firstPiece).toSorted(byPlace)[0];
    await drop(own.filter((object) => isOver(object, { order, chain, gone, first })));
    removed.push(...bases.filter((base) => !left.includes(base)).map(({ name }) => name));
  }
  for (const [name, foreign] of foreignChains(objects, open)) {
    if (baseFor(all, order.nowMs - order.days * DAY_MS) === undefined || !isForgotten(foreign, order))
      continue;
    await drop(foreign);
    removed.push(name);
  }
  return removed;
}

function openChains({ into, passphrase }: Order): Chain[] {
  return chainsIn(into).flatMap((folder) => {
    try {
      return [openChain(folder, passphrase)];
    } catch (cause) {
      if (cause instanceof BackupFault) return [];
      throw cause;
    }
  });
}

const byPlace = (one: string, other: string) => (one.slice(8) < other.slice(8) ? -1 : 1);

type Kept = {
  readonly order: Order;
  readonly chain: Chain;
  /** Folders of bases that nothing needs any more. */
  readonly gone: ReadonlySet<string>;
  /** The oldest piece of the log that a base is played on with; undefined: there is no whole base yet. */
  readonly first: string | undefined;
};

/** Of a chain that stays: old bases, what was sent of one that never came to its end, and log that no base needs. */
function isOver(object: MomentObject, { order, chain, gone, first }: Kept): boolean {
  const base = baseOf(object);
  if (base !== null) {
    const isWhole = existsSync(join(chain.folder, base));
    const comes = existsSync(join(order.root, object.chain, base));
    return gone.has(join(chain.folder, base)) || (!isWhole && !comes);
  }
  const [top, ...rest] = object.name.split('/');
  return top === LOG && first !== undefined && !isLogNeeded(rest.join('/'), first);
}

/** Chains that this passphrase doesn't open. */
function foreignChains(
  objects: readonly MomentObject[],
  open: readonly Chain[],
): Map<string, MomentObject[]> {
  const found = new Map<string, MomentObject[]>();
  for (const object of objects) {
    if (open.some(({ folder }) => folder.endsWith(`/${object.chain}`))) continue;
    const known = found.get(object.chain);
    if (known === undefined) found.set(object.chain, [object]);
    else known.push(object);
  }
  return found;
}

/** Its newest base is a day older than all that is kept: it was added to each day, and then no more. */
function isForgotten(objects: readonly MomentObject[], { nowMs, days }: Order): boolean {
  const whole = objects.filter((object) => isManifest(object) && object.name !== CHAIN);
  const newest = Math.max(...whole.map((object) => baseNameMs(baseOf(object) ?? '')));
  return whole.length > 0 && newest < nowMs - (days + 1) * DAY_MS;
}
