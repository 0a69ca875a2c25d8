import { livelyConnection } from '@placard/db/lively-connection';
import { erasedImages, removeFiles } from '@placard/db/objects/erased-images';
import { ERASED_IMAGES_SOUGHT_DAYS } from '@placard/domain/account/closing';
import { DAY_MS } from '@placard/domain/time-zone';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type DeliveryConfig, imagesDir } from '../config.ts';

const EVERY_MS = 60 * 60_000;

/** Takes images of accounts that were erased out of what was fetched from the bucket. @returns how many */
export async function forgetErasedImages(
  config: Pick<DeliveryConfig, 'dataDir' | 'databaseUrl'>,
  nowMs: number,
): Promise<number> {
  const client = new Client(livelyConnection(config.databaseUrl, 'placard delivery images'));
  await client.connect();
  try {
    const since = new Date(nowMs - ERASED_IMAGES_SOUGHT_DAYS * DAY_MS);
    const erased = await erasedImages(
      async (text, values) => (await client.query(text, [...values])).rows,
      since,
    );
    return await removeFiles(imagesDir(config), erased);
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
    forgetErasedImages(config, nowMs()).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'erased images were not looked for; they are in an hour');
    });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
