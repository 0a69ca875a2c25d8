import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectSettings } from './object-settings.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';

const CONNECT_MS = 3_000;
/** Without a byte in either direction. */
const SILENCE_MS = 15_000;
const ATTEMPTS = 3;
/** S3 takes at most 10,000 parts of a file, and no part below 5 MiB but the last. */
const PART_BYTES = 8 * 1_024 * 1_024;
const PARTS_MOST = 9_000;
/** What S3 removes in one call. */
const REMOVED_AT_ONCE = 1_000;
const MISSING = ['NoSuchKey', 'NotFound'];

/** @throws ObjectStoreError */
async function told<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw explained(what, cause);
  }
}

function explained(what: string, cause: unknown, unanswered = 'it was not reached'): ObjectStoreError {
  const name = cause instanceof Error ? cause.name : 'Error';
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
  const said =
    status === undefined
      ? `${unanswered} (${cause instanceof Error ? cause.message || name : String(cause)})`
      : `it answered ${status} (${name})`;
  return new ObjectStoreError(`The bucket of PLACARD_S3_BUCKET: ${what} failed, because ${said}.`, { cause });
}

export function s3ObjectStore(settings: ObjectSettings): ObjectStore {
  const { bucket: Bucket, endpoint, region, prefix, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    // Others than Amazon have no host for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Checksums of Amazon's own make are not known everywhere; bodies are signed or travel by TLS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
  });
  const place = (key: string) => ({ Bucket, Key: `${prefix}${key}` });
  return {
    put: async (key, bytes) => {
      await told(
        `writing ${key}`,
        async () => await client.send(new PutObjectCommand({ ...place(key), Body: bytes })),
      );
    },
    putFile: async (key, path) => {
      const { partSize } = await partsOf(path);
      const file = createReadStream(path);
      try {
        const params = { ...place(key), Body: file };
        const { ETag } = await new Upload({ client, params, partSize, queueSize: 2 }).done();
        return tagIn(ETag);
      } catch (cause) {
        if (cause === file.errored) throw cause;
        throw explained(`writing ${key}`, cause);
      }
    },
    get: async (key) => await read(client, place(key), key),
    tagOf: async (path) => await tagOf(path),
    list: (below) => listed(client, { Bucket, Prefix: `${prefix}${below}` }, prefix.length),
    remove: async (keys) => {
      for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE) {
        const some = keys.slice(from, from + REMOVED_AT_ONCE);
        await told('removing', async () => {
          const Objects = some.map((key) => ({ Key: `${prefix}${key}` }));
          const { Errors } = await client.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          const [first] = Errors ?? [];
          if (first !== undefined) throw new Error(`${first.Key}: ${first.Code}`);
        });
      }
    },
    close: () => client.destroy(),
  };
}

async function partsOf(path: string): Promise<{ readonly size: number; readonly partSize: number }> {
  const { size } = await stat(path);
  return { size, partSize: Math.max(PART_BYTES, Math.ceil(size / PARTS_MOST)) };
}

/** S3's ETag: the MD5 of what was put at once, or that of the parts' MD5s with their number. */
async function tagOf(path: string): Promise<string> {
  const { size, partSize } = await partsOf(path);
  if (size <= partSize) return await md5(path);
  const parts = createHash('md5');
  const count = Math.ceil(size / partSize);
  for (let part = 0; part < count; part += 1)
    parts.update(await md5(path, { start: part * partSize, end: (part + 1) * partSize - 1 }), 'hex');
  return `${parts.digest('hex')}-${count}`;
}

async function md5(path: string, range: { readonly start?: number; readonly end?: number } = {}) {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path, range)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const TAG = /^"?([^\s"]{1,200})"?$/;

function tagIn(header: string | undefined): string | null {
  return TAG.exec(header ?? '')?.[1] ?? null;
}

async function read(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
  key: string,
): Promise<Readable | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(place));
    return Body instanceof Readable ? Readable.from(piecesOf(Body, key), { objectMode: false }) : null;
  } catch (cause) {
    if (cause instanceof S3ServiceException && MISSING.includes(cause.name)) return null;
    throw explained(`reading ${key}`, cause);
  }
}

/** The pieces of a content, whose connection may end in the middle of it. */
async function* piecesOf(body: Readable, key: string) {
  try {
    for await (const piece of body) yield piece as Buffer;
  } catch (cause) {
    throw explained(`reading ${key}`, cause, 'it broke off');
  }
}

async function* listed(
  client: S3Client,
  input: { readonly Bucket: string; readonly Prefix: string },
  prefixLength: number,
) {
  try {
    for await (const { Contents } of paginateListObjectsV2({ client }, input)) {
      for (const { Key, Size, ETag } of Contents ?? [])
        if (Key !== undefined) yield { key: Key.slice(prefixLength), bytes: Size ?? 0, tag: tagIn(ETag) };
    }
  } catch (cause) {
    throw explained('listing', cause);
  }
}
