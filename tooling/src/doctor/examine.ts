import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isClusterRunning, runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { readObjectSettings } from '@placard/db/objects/object-settings';
import { commandLine, startLine } from '@placard/db/process/commands';
import { dataFolders, disksOf } from '@placard/db/process/disks';
import { installationKeys, keyFilePath } from '@placard/db/secrets/installation-key';
import { type KeyRing, readOtherSecretKeys, readSecretKey } from '@placard/db/secrets/secrets';
import { settingsFaults, settingsPrograms } from '../launcher/check-settings.ts';
import { type LauncherConfig, readConfig } from '../launcher/config.ts';
import { Refusal } from '../launcher/refusal.ts';
import { checkDatabase } from './database-checks.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { checkBackups, checkDisk, checkFolder, checkNode, nearest } from './machine-checks.ts';
import { checkMail, checkNames, checkReach } from './network-checks.ts';
import { checkReports } from './reports-check.ts';
import { checkBucket, checkProvider } from './service-checks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What API, worker and ad server say of their settings. */
export type AskParts = (environment: NodeJS.ProcessEnv) => Promise<string[]>;
const askParts: AskParts = async (environment) => await settingsFaults(settingsPrograms(ROOT), environment);

function settingsOf(environment: NodeJS.ProcessEnv): LauncherConfig | Finding {
  try {
    return readConfig([], environment);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return fault('Settings', cause.message, 'Mend them, then ask again: the rest was not looked at.');
  }
}

/** The launcher's own were read; those of its parts are theirs to judge, each fault once. */
async function examineSettings(
  environment: NodeJS.ProcessEnv,
  { databaseUrl, dataDir }: LauncherConfig,
  ask: AskParts,
): Promise<Finding> {
  // As the launcher would name it: where it brings a database of its own, no part finds a fault in that.
  const given = {
    DATABASE_URL: databaseUrl ?? 'postgres://placard@127.0.0.1/placard',
    PLACARD_DATA_DIR: dataDir,
  };
  const said = await ask({ ...environment, ...given });
  const faults = [...new Set(said.flatMap((text) => text.split('\n').slice(1)))];
  if (said.length === 0) return ok('Settings', 'They can be read.');
  return fault(
    'Settings',
    ['Some are wrong:', ...faults].join('\n'),
    'Mend them: a start would refuse them.',
  );
}

async function examineServices(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const faults: string[] = [];
  const bucket = readObjectSettings(environment, faults);
  const issuer = environment.PLACARD_OIDC_ISSUER?.trim() || undefined;
  return await Promise.all([
    ...(bucket === null || faults.length > 0 ? [] : [checkBucket(bucket)]),
    ...(issuer === undefined || !URL.canParse(issuer) ? [] : [checkProvider(issuer)]),
  ]);
}

/** Undefined where it is made at the first start, or where the setting is no key, which is told apart. */
function secretKeysOf(
  dataDir: string,
  text: string | undefined,
  others: string,
): KeyRing | Finding | undefined {
  if (text !== undefined) {
    const key = readSecretKey(text);
    return key === null ? undefined : { key, others: readOtherSecretKeys(others, key) ?? [] };
  }
  if (!existsSync(keyFilePath(dataDir))) return undefined;
  try {
    const { key, old } = installationKeys(dataDir);
    return { key, others: old.map((each) => each.key) };
  } catch (cause) {
    return fault(
      'Secret key',
      cause instanceof Error ? cause.message : String(cause),
      commandLine('restore'),
    );
  }
}

/** Of folders that are made later the disk of the nearest on the way to them, as none of the data folder's is made elsewhere. */
async function examineDisks(
  { dataDir, logDir }: LauncherConfig,
  others: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const named = { logs: logDir, ...others };
  const given = Object.entries(named).flatMap(([name, at]) =>
    at === undefined ? [] : [[name, resolve(at)] as const],
  );
  const folders = { ...dataFolders(dataDir), ...Object.fromEntries(given) };
  const there = Object.entries(folders).map(([name, at]) => [name, nearest(at)] as const);
  return (await disksOf(Object.fromEntries(there))).map(checkDisk);
}

async function examineDatabase(
  config: LauncherConfig,
  secretKeys: KeyRing | Finding | undefined,
): Promise<Finding[]> {
  if (secretKeys !== undefined && 'state' in secretKeys)
    return [secretKeys, ...(await examineDatabase(config, undefined))];
  const home = join(config.dataDir, 'postgres');
  const url = config.databaseUrl ?? (isClusterRunning(home) ? runningClusterUrl(home) : undefined);
  if (url !== undefined) return await checkDatabase(url, secretKeys, Date.now);
  return [
    warning(
      'Database',
      'Placard is not running here, so its database was not looked at.',
      `${startLine()}, then ask again.`,
    ),
  ];
}

/** Looks at everything that a Placard with these settings needs. */
export async function examine(environment: NodeJS.ProcessEnv, ask: AskParts = askParts): Promise<Finding[]> {
  const config = settingsOf(environment);
  const node = checkNode(process.versions.node);
  if ('state' in config) return [node, config];
  const text = (name: string) => environment[name]?.trim() || undefined;
  const [smtpUrl, keyText, clickhouseUrl] = ['SMTP_URL', 'PLACARD_SECRET_KEY', 'CLICKHOUSE_URL'].map(text);
  const folder = checkFolder(config.dataDir, process.getuid?.());
  const urls = {
    PLACARD_URL: config.url,
    PLACARD_DELIVERY_URL: config.deliveryUrl,
    SMTP_URL: smtpUrl,
    DATABASE_URL: config.databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
  };
  const names = Object.entries(urls).flatMap(([setting, url]) => {
    const host = url === undefined ? '' : new URL(url).hostname;
    return host === '' || isIP(host.replace(/^\[|\]$/g, '')) > 0 ? [] : [[setting, host] as const];
  });
  const [settings, ...parts] = await Promise.all([
    examineSettings(environment, config, ask),
    examineDisks(config, {
      backups: text('PLACARD_BACKUP_DIR'),
      'points in time': text('PLACARD_POINT_IN_TIME_DIR'),
    }),
    examineDatabase(config, secretKeysOf(config.dataDir, keyText, text('PLACARD_OTHER_SECRET_KEYS') ?? '')),
    checkNames(Object.fromEntries(names)),
    checkReports(clickhouseUrl),
    checkMail(smtpUrl),
    examineServices(environment),
    checkReach('PLACARD_URL', config.url, '/api/health'),
    checkReach('PLACARD_DELIVERY_URL', config.deliveryUrl, '/health'),
  ]);
  return [node, settings, folder, ...parts.flat(), checkBackups(text('PLACARD_BACKUP_DIR'), Date.now())];
}
