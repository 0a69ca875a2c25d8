import { livelyConnection } from '@placard/db/lively-connection';
import { goneImages, removeFiles } from '@placard/db/objects/gone-images';
import { GONE_IMAGES_SOUGHT_DAYS } from '@placard/domain/creative/stored-images';
import { DAY_MS } from '@placard/domain/time-zone';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type DeliveryConfig, imagesDir } from '../config.ts';

const EVERY_MS = 60 * 60_000;

/** Takes images that nobody has any more out of what was fetched from the bucket. @returns how many */
export async function forgetGoneImages(
  config: Pick<DeliveryConfig, 'dataDir' | 'databaseUrl'>,
  nowMs: number,
): Promise<number> {
  const client = new Client(livelyConnection(config.databaseUrl, 'placard delivery images'));
  await client.connect();
  try {
    const since = new Date(nowMs - GONE_IMAGES_SOUGHT_DAYS * DAY_MS);
    const gone = await goneImages(
      async (text, values) => (await client.query(text, [...values])).rows,
      since,
    );
    return await removeFiles(imagesDir(config), gone);
  } finally {
    await client.end();
  }
}

/**
 * Does so each hour where images come from a bucket: what was fetched lies in a folder of this machine's. Where there is
 * none, the folder is the API's, which removes them itself.
 * @returns what stops it
 */
export function keepForgetting(
  config: Pick<DeliveryConfig, 'dataDir' | 'databaseUrl' | 'objects'>,
  log: Logger,
  nowMs: () => number,
): () => void {
  if (config.objects === null) return () => {};
  const timer = setInterval(() => {
    forgetGoneImages(config, nowMs()).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'images that went were not looked for; they are in an hour');
    });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
