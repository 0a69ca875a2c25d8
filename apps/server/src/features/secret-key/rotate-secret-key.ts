import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '@placard/db/process/file-lock';
import {
  installationKeys,
  type KeyFile,
  keyFilePath,
  replaceInstallationKeys,
} from '@placard/db/secrets/installation-key';
import { createSecrets, type KeyRing, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { opensSigningKeys } from '@placard/db/secrets/signing-keys';
import { mayAddOldKey, OLD_SECRET_KEYS_MOST, oldKeyGoesMs } from '@placard/domain/old-secret-keys';
import type { Pool } from 'pg';
import type { HasClock, HasDataDir, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { type Pass, sealAnew } from './seal-anew.ts';

/** A sentence for whoever called. */
export class SecretKeyFault extends Error {
  override name = 'SecretKeyFault';
}

export type Rotation = Pass & {
  /** From when the keys of before are gone, or may go; null: they went. */
  readonly oldKeysGoAt: Date | null;
};

/** `caller`: who gave the command, where nobody is signed in. */
type Deps = HasDb & HasClock & { readonly pool: Pool; readonly caller?: Readonly<Record<string, string>> };
type InFile = Deps & HasDataDir;

/**
 * Another key in the file of the data folder: from its first step on everything opens by both keys and is sealed by the
 * new one, also in processes that run. Killed at any moment, the next call goes on where that was.
 * @throws SecretKeyFault where the file's key isn't the database's, or too many old ones are kept
 */
export async function rotateKeyFile(deps: InFile): Promise<Rotation> {
  return await withKeyFile(deps, async (found) => {
    let keys = found;
    if (keys.old.every(({ until }) => until !== null)) {
      if (!mayAddOldKey(keys.old.length))
        throw new SecretKeyFault(
          `${OLD_SECRET_KEYS_MOST} old keys are kept for links in mails already. Wait until the first of them goes, or drop them: rotate-secret-key --forget-old.`,
        );
      keys = { key: randomBytes(SECRET_KEY_BYTES), old: [{ key: keys.key, until: null }, ...keys.old] };
      replaceInstallationKeys(deps.dataDir, keys);
    }
    const pass = await sealAll(deps, ringOf(keys), 'rotate_secret_key');
    const goes = new Date(oldKeyGoesMs(deps.clock().getTime()));
    const old = keys.old.map(({ key, until }) => ({ key, until: until ?? goes }));
    replaceInstallationKeys(deps.dataDir, { key: keys.key, old });
    return { ...pass, oldKeysGoAt: goes };
  });
}

/**
 * Drops old keys of the file: all of them where somebody wants it, else those whose time has come. What is still sealed
 * by one is sealed anew before.
 * @returns null where there is nothing to drop
 */
export async function forgetOldKeys(deps: InFile, all: boolean): Promise<Rotation | null> {
  if (!existsSync(keyFilePath(deps.dataDir))) return null;
  return await withKeyFile(deps, async ({ key, old }) => {
    const nowMs = deps.clock().getTime();
    const stay = old.filter(({ until }) => !all && (until === null || until.getTime() > nowMs));
    if (stay.length === old.length) return null;
    const pass = await sealAll(deps, ringOf({ key, old }), 'forget_secret_keys');
    replaceInstallationKeys(deps.dataDir, { key, old: stay });
    return { ...pass, oldKeysGoAt: null };
  });
}

/**
 * Seals everything by PLACARD_SECRET_KEY that one of PLACARD_OTHER_SECRET_KEYS opens: which keys there are stands in the
 * settings of each process.
 * @throws SecretKeyFault where none of them is the database's
 */
export async function sealByGivenKeys(deps: Deps, ring: KeyRing): Promise<Rotation> {
  if (ring.others.length === 0)
    throw new SecretKeyFault(
      'PLACARD_SECRET_KEY is set, so the settings of all processes have to have the new key first: see docs/runbooks/replace-the-secret-key.md.',
    );
  await requireOurs(deps, ring);
  const pass = await sealAll(deps, ring, 'rotate_secret_key');
  return { ...pass, oldKeysGoAt: new Date(oldKeyGoesMs(deps.clock().getTime())) };
}

function ringOf({ key, old }: KeyFile): KeyRing {
  return { key, others: old.map((each) => each.key) };
}

async function withKeyFile<Result>(deps: InFile, work: (keys: KeyFile) => Promise<Result>): Promise<Result> {
  const path = keyFilePath(deps.dataDir);
  if (!existsSync(path))
    throw new SecretKeyFault(
      `There is no ${path}. Where the settings have PLACARD_SECRET_KEY, set it here as well.`,
    );
  const lock = takeLock(join(deps.dataDir, 'secret.key.lock'), '');
  if (!('release' in lock)) throw new SecretKeyFault('The key is being replaced already.');
  try {
    const keys = installationKeys(deps.dataDir);
    await requireOurs(deps, ringOf(keys));
    return await work(keys);
  } finally {
    lock.release();
  }
}

async function requireOurs({ pool }: Deps, { key, others }: KeyRing): Promise<void> {
  const query = async (text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rows;
  if (!(await opensSigningKeys(query, createSecrets(key, others))))
    throw new SecretKeyFault(
      'This is not the key that the database was sealed with. Nothing was changed. Call it with the settings and the data folder that Placard has.',
    );
}

async function sealAll(
  deps: Deps,
  { key, others }: KeyRing,
  action: 'rotate_secret_key' | 'forget_secret_keys',
): Promise<Pass> {
  const client = await deps.pool.connect();
  let pass: Pass;
  try {
    // Each row is a commit. What the last one, of the log, waits for on the disk is everything before it as well.
    await client.query('set synchronous_commit = off');
    pass = await sealAnew(client, createSecrets(key), createSecrets(key, others));
  } finally {
    await client.query('reset synchronous_commit').catch(() => undefined);
    client.release();
  }
  await audit(deps, action, pass);
  return pass;
}

async function audit(deps: Deps, action: string, { sealedAnew, closed }: Pass): Promise<void> {
  await writeAudit(deps.db, {
    ...doneBy(null, 'system'),
    action: `settings.${action}`,
    subjectKind: 'settings',
    subjectId: null,
    detail: { ...deps.caller, sealedAnew, closed: closed.length },
    at: deps.clock(),
  });
}
