import { createDb, createPool } from '@placard/db/database';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { schemaFault } from '@placard/db/schema-fault';
import { systemClock } from '@placard/domain/clock';
import { explainFault } from './backup/explain-fault.ts';
import { withDatabase } from './backup/running-database.ts';
import { readCaller, readSecretKeyConfig, type SecretKeyConfig } from './config.ts';
import {
  forgetOldKeys,
  type Rotation,
  rotateKeyFile,
  SecretKeyFault,
  sealByGivenKeys,
} from './features/secret-key/rotate-secret-key.ts';

async function rotate(url: string, config: SecretKeyConfig): Promise<Rotation | null> {
  const pool = createPool({ url, name: 'placard-secret-key', max: 2 });
  const db = createDb(pool);
  try {
    const fault = await schemaFault(async (text, values) => (await pool.query(text, [...values])).rows);
    if (fault !== null) throw new SecretKeyFault(fault);
    const deps = { pool, db, clock: systemClock, dataDir: config.dataDir, caller: readCaller() };
    if (config.secretKeys === undefined)
      return config.forgetOld ? await forgetOldKeys(deps, true) : await rotateKeyFile(deps);
    if (config.forgetOld)
      throw new SecretKeyFault('Take the old keys out of PLACARD_OTHER_SECRET_KEYS in all settings instead.');
    return await sealByGivenKeys(deps, config.secretKeys);
  } finally {
    await db.destroy();
    if (!pool.ended) await pool.end();
  }
}

function tell(rotation: Rotation | null, config: SecretKeyConfig): void {
  if (rotation === null) {
    console.log('There is no old key.');
    return;
  }
  const { sealedAnew, closed, oldKeysGoAt } = rotation;
  console.log(`Sealed ${sealedAnew} values anew; everything is sealed by the new key.`);
  if (closed.length > 0)
    console.log(
      `${closed.length} open by no key of this installation, neither before nor now: ${closed.slice(0, 20).join(', ')}`,
    );
  const day = oldKeysGoAt?.toISOString().slice(0, 10);
  if (day === undefined)
    console.log('The old keys are gone. Links in mails that were sealed by them no longer work.');
  else if (config.secretKeys === undefined)
    console.log(
      `The old key opens links in mails until ${day}, then it goes by itself. Back up now: earlier backups have the old key alone.`,
    );
  else
    console.log(`Take the old key out of PLACARD_OTHER_SECRET_KEYS from ${day} on: links in mails end then.`);
}

const HELP = `Has another installation key seal all secrets, while Placard runs or not.

  --forget-old   drops the keys before it instead; links in mails of before end`;

/** `npm run placard -- rotate-secret-key`, while Placard runs or not. */
callOrEnd({
  help: settingsHelp('placard', HELP, 'rotate-secret-key [--forget-old]'),
  options: { 'forget-old': { type: 'boolean' } },
});
try {
  const config = readSecretKeyConfig(process.argv.slice(2));
  const rotation = await withDatabase(config.dataDir, config.databaseUrl, async (url) => {
    return await rotate(url, config);
  });
  tell(rotation, config);
} catch (cause) {
  console.error(cause instanceof SecretKeyFault ? cause.message : explainFault(cause));
  process.exitCode = 1;
}
