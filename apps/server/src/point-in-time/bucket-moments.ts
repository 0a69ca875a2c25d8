import { join } from 'node:path';
import { fetchObject } from '@placard/db/objects/fetch-object';
import type { ObjectStore, StoredObject } from '@placard/db/objects/object-store';
import { isLogNeeded } from '@placard/domain/backup/point-in-time';
import { BackupFault } from '../backup/backup-fault.ts';
import { BASE, CHAIN, isBaseName } from './chain.ts';
import { IMAGES, KEYS, LOG } from './keep-log.ts';
import { findSource, type SourceOrder } from './source.ts';

/** Below it lie chains as in their folder: an object for each file. */
export const MOMENTS = 'moments/';
/** Of a chain and of a file in it, as they become names on this machine's disk: nothing that leads out of it. */
const NAME = /^moments\/([0-9a-z-]+)\/((?!.*\.\.)[\w.-]+(?:\/[\w.-]+)*)$/;

export type MomentObject = {
  readonly key: string;
  readonly bytes: number;
  readonly tag: string | null;
  readonly chain: string;
  /** Within the chain's folder. */
  readonly name: string;
};

export function momentKey(chain: string, name: string): string {
  return `${MOMENTS}${chain}/${name}`;
}

export function momentObject(object: StoredObject): MomentObject | null {
  const [, chain, name] = NAME.exec(object.key) ?? [];
  return chain === undefined || name === undefined ? null : { ...object, chain, name };
}

export async function listMoments(store: ObjectStore): Promise<MomentObject[]> {
  const found: MomentObject[] = [];
  for await (const stored of store.list(MOMENTS)) {
    const object = momentObject(stored);
    if (object !== null) found.push(object);
  }
  return found;
}

/** The base that a file of a chain belongs to; null: it is none's. */
export function baseOf({ name }: MomentObject): string | null {
  const [top = ''] = name.split('/');
  return isBaseName(top) ? top : null;
}

/** What says which chains and whole bases there are, without their content. */
export function isManifest(object: MomentObject): boolean {
  return object.name === CHAIN || (baseOf(object) !== null && object.name.endsWith(`/${BASE}`));
}

/** @returns whether it was there */
export async function fetchMoment(
  store: ObjectStore,
  { key, chain, name }: MomentObject,
  into: string,
): Promise<boolean> {
  return await fetchObject(store, key, join(into, chain, name));
}

/**
 * Fetches what a moment is restored from into a folder of points in time: of the newest base before it all files, the log from
 * there on, images and keys.
 * @param order its `from` is that folder
 * @throws BackupFault where nothing serves the moment, or a file of it is missing
 */
export async function fetchMoments(
  store: ObjectStore,
  order: SourceOrder & { readonly say: (sentence: string) => void },
): Promise<void> {
  const objects = await listMoments(store);
  const into = order.from;
  const fetch = async (object: MomentObject) => {
    if (!(await fetchMoment(store, object, into)))
      throw new BackupFault(`${object.key} was in the bucket a moment ago and is missing now. Try again.`);
  };
  for (const object of objects.filter(isManifest)) await fetch(object);
  const { chain, name, base } = findSource(order);
  const own = objects.filter((object) => join(into, object.chain) === chain.folder);
  const there = new Map(own.map((object) => [object.name, object]));
  const needed = base.files.map((file) => {
    const object = there.get(`${name}/${file.name}`);
    if (object === undefined)
      throw new BackupFault(`${name}/${file.name} of the points in time is missing in the bucket.`);
    return object;
  });
  for (const object of own) {
    const [top, ...rest] = object.name.split('/');
    if (top === IMAGES || top === KEYS) needed.push(object);
    if (top === LOG && isLogNeeded(rest.join('/'), base.firstPiece)) needed.push(object);
  }
  const bytes = needed.reduce((sum, object) => sum + object.bytes, 0);
  order.say(`Fetching ${needed.length} files, ${Math.ceil(bytes / 1_000_000)} MB, from the bucket …`);
  for (const object of needed) await fetch(object);
}
