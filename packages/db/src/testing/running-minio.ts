import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectSettings } from '../objects/object-settings.ts';
import { freePort } from './free-ports.ts';

/** An S3 server of somebody else, with an empty bucket. */
export type RunningMinio = {
  readonly settings: ObjectSettings & { readonly endpoint: string };
  stop(): Promise<void>;
};

const ACCESS_KEY_ID = 'placard-peers';
const READY_MS = 30_000;
const LOOK_MS = 100;

/** @param program where it lies; undefined: it is not here @param prefix of each key */
export async function startMinio(program: string | undefined, prefix: string): Promise<RunningMinio> {
  if (program === undefined) throw new Error('run it by "npm run test:peers"');
  const folder = mkdtempSync(join(tmpdir(), 'placard-minio-'));
  // A bucket is a folder.
  mkdirSync(join(folder, 'data', 'placard'), { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const endpoint = `http://${address}`;
  const secretAccessKey = randomBytes(15).toString('hex');
  const env = { MINIO_ROOT_USER: ACCESS_KEY_ID, MINIO_ROOT_PASSWORD: secretAccessKey, HOME: folder };
  const minio = spawn(program, ['server', '--address', address, join(folder, 'data')], {
    env,
    stdio: 'ignore',
  });
  const stop = async () => {
    await ended(minio);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilLive(endpoint);
  } catch (cause) {
    await stop();
    throw cause;
  }
  const settings = { bucket: 'placard', region: 'us-east-1', prefix, endpoint, secretAccessKey };
  return { settings: { ...settings, accessKeyId: ACCESS_KEY_ID }, stop };
}

async function untilLive(endpoint: string): Promise<void> {
  const untilMs = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(`${endpoint}/minio/health/live`).catch(() => null);
    if (answer?.ok === true) return;
    if (Date.now() > untilMs) throw new Error(`MinIO did not answer within ${READY_MS / 1_000} s`);
    await pause(LOOK_MS);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
