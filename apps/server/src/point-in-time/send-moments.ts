import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import type { ObjectStore } from '@placard/db/objects/object-store';
import { takeLock } from '@placard/db/process/file-lock';
import { isBucketLate } from '@placard/domain/backup/point-in-time';
import { z } from 'zod';
import { isAsSent } from '../backup/as-sent.ts';
import { BackupFault } from '../backup/backup-fault.ts';
import { filesBelow } from '../backup/backup-files.ts';
import { withStore } from '../backup/with-bucket.ts';
import { listMoments, momentKey } from './bucket-moments.ts';
import { BASE, CHAIN, chainsIn, isBaseName } from './chain.ts';
import { dropOldMoments } from './drop-old-moments.ts';
import { IMAGES, KEYS, LOG } from './keep-log.ts';
import { SentNames, type SentObject } from './sent-names.ts';

export type SendOrder = {
  /** The folder of points in time. */
  readonly into: string;
  readonly days: number;
  readonly passphrase: string | null;
  readonly bucket: ObjectSettings;
  readonly now: () => Date;
};

export type Sent = {
  readonly files: number;
  readonly bytes: number;
  /** Old bases and chains that went from the bucket. */
  readonly removed: readonly string[];
  /** Why not all of it was sent, where that is no older than a bad minute of the store; operators needn't hear of it. */
  readonly waits: string | null;
};

const LOCK = '.sending';
/** Manifests of the bucket, for a moment; a killed run leaves them to the next one. */
const FETCHED = '.manifests';
const CAUGHT_UP = '.bucket-caught-up';
const caughtUpSchema = z.object({ atMs: z.number(), state: z.string() });

/** Changes whenever something was put into a chain or taken out of it. */
function stateOf(root: string): string {
  const places = chainsIn(root).flatMap((chain) => [
    chain,
    ...[LOG, IMAGES, KEYS].map((part) => join(chain, part)),
  ]);
  return places
    .map((place) => `${basename(place)} ${statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0}`)
    .join('\n');
}

function readCaughtUp(root: string): z.infer<typeof caughtUpSchema> | null {
  const file = join(root, CAUGHT_UP);
  if (!existsSync(file)) return null;
  try {
    return caughtUpSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether the bucket may lack something of the folder, or was not looked through for a day. */
export function needsSending(
  { into, bucket }: { readonly into: string; readonly bucket: ObjectSettings },
  nowMs: number,
): boolean {
  const root = resolve(into);
  return readCaughtUp(root)?.state !== stateOf(root) || SentNames.read(root, bucket, nowMs) === null;
}

/**
 * Sends to the bucket what lies in the folder of points in time and not there: the log as it comes, a base when it is whole, its
 * `base.json` last. What was broken off goes on with the next run. Once a day the bucket is looked through: what is missing there
 * is sent again, and what no moment of the kept days needs goes.
 * @returns null while another one is at it
 * @throws BackupFault where the bucket has lagged for so long that operators are to hear of it
 */
export async function sendMoments(order: SendOrder): Promise<Sent | null> {
  const root = resolve(order.into);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const lock = takeLock(join(root, LOCK), '');
  if (!('release' in lock)) return null;
  for (const name of readdirSync(root))
    if (name.startsWith(`${FETCHED}.`)) rmSync(join(root, name), { recursive: true, force: true });
  const began = order.now();
  const progress = { files: 0, bytes: 0 };
  try {
    const state = stateOf(root);
    const removed = await withStore(
      order.bucket,
      join(root, FETCHED),
      async (store, beside) => await sendAll({ store, beside, root, progress }, order),
    );
    const file = join(root, CAUGHT_UP);
    writeFileSync(`${file}.part`, JSON.stringify({ atMs: began.getTime(), state }), { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return { ...progress, removed, waits: null };
  } catch (cause) {
    const since = readCaughtUp(root)?.atMs ?? null;
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!isBucketLate(since, order.now().getTime())) return { ...progress, removed: [], waits: reason };
    const until =
      since === null ? 'The bucket has no' : `Since ${new Date(since).toISOString()} the bucket gets no`;
    throw new BackupFault(`${until} points in time; they are kept in ${root} alone. ${reason}`, { cause });
  } finally {
    lock.release();
  }
}

type Sending = {
  readonly store: ObjectStore;
  /** A folder for manifests that come from the bucket. */
  readonly beside: string;
  readonly root: string;
  readonly progress: { files: number; bytes: number };
};

/** @returns what went from the bucket */
async function sendAll(sending: Sending, order: SendOrder): Promise<string[]> {
  const { store, root } = sending;
  const nowMs = order.now().getTime();
  const known = SentNames.read(root, order.bucket, nowMs);
  const sent = known ?? (await listInto(sending, order.bucket, nowMs, null));
  for (const folder of chainsIn(root)) await sendChain(sending, sent, folder);
  if (known !== null) return [];
  const removed = await dropOldMoments(store, { ...order, root, into: sending.beside, nowMs }, sent.names());
  // What went is no longer known as there.
  await listInto(sending, order.bucket, nowMs, sent);
  return removed;
}

/** Writes down what the bucket lists and what is as it was sent: the rest is sent again. @param sent in this run */
async function listInto(
  { store, root }: Sending,
  bucket: ObjectSettings,
  nowMs: number,
  sent: SentNames | null,
): Promise<SentNames> {
  const last = SentNames.last(root, bucket);
  const whole = new Map<string, SentObject>();
  for (const object of await listMoments(store)) {
    const { key, bytes, tag } = object;
    const path = join(root, object.chain, object.name);
    // What is in the bucket alone can't be sent again, and was judged when it still lay here.
    const isKnown = sent?.isAdded(key) === true || statSync(path, { throwIfNoEntry: false })?.size !== bytes;
    if (isKnown || (await isAsSent(store, object, path, last.get(key)?.tag ?? undefined)))
      whole.set(key, { bytes, tag });
  }
  return SentNames.write(root, bucket, nowMs, whole);
}

/** The log before the bases that need it, of each base the manifest last; bases that are whole now, whatever comes meanwhile. */
async function sendChain(sending: Sending, sent: SentNames, folder: string): Promise<void> {
  const whole = (await readdir(folder)).filter(
    (name) => isBaseName(name) && existsSync(join(folder, name, BASE)),
  );
  const names = [CHAIN];
  for (const part of [LOG, KEYS, IMAGES]) names.push(...(await filesBelow(folder, part)));
  for (const base of whole.sort()) {
    const files = await filesBelow(folder, base);
    names.push(...files.filter((name) => name !== `${base}/${BASE}`), `${base}/${BASE}`);
  }
  for (const name of names) await sendFile(sending, sent, folder, name);
}

async function sendFile(
  { store, progress }: Sending,
  sent: SentNames,
  folder: string,
  name: string,
): Promise<void> {
  const path = join(folder, name);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  const key = momentKey(basename(folder), name);
  if (bytes === undefined || sent.has(key, bytes)) return;
  let tag: string | null;
  try {
    tag = await store.putFile(key, path);
  } catch (cause) {
    // What was old went from the folder meanwhile.
    if (!existsSync(path)) return;
    throw cause;
  }
  sent.add(key, { bytes, tag });
  progress.files += 1;
  progress.bytes += bytes;
}
