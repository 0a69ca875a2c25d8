import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { isClusterRunning, runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { readSecretKey } from '@placard/db/secrets/secrets';
import { type LauncherConfig, readConfig } from '../launcher/config.ts';
import { Refusal } from '../launcher/refusal.ts';
import { checkDatabase } from './database-checks.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { checkBackups, checkDisk, checkFolder, checkNode } from './machine-checks.ts';
import { checkMail, checkNames, checkReach } from './network-checks.ts';

function settingsOf(environment: NodeJS.ProcessEnv): LauncherConfig | Finding {
  try {
    return readConfig([], environment);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return fault('Settings', cause.message, 'Mend them, then ask again: the rest was not looked at.');
  }
}

function secretKeyOf(config: LauncherConfig, text: string | undefined): Buffer | undefined {
  const file = join(config.dataDir, 'secret.key');
  const said = text ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  return said === undefined ? undefined : (readSecretKey(said) ?? undefined);
}

async function examineDisk(dataDir: string): Promise<Finding[]> {
  for (let at = dataDir; ; at = dirname(at)) {
    const found = await statfs(at).catch(() => null);
    if (found !== null) return [checkDisk(found.bavail * found.bsize, found.blocks * found.bsize)];
    if (at === dirname(at)) return [];
  }
}

async function examineDatabase(config: LauncherConfig, secretKey: Buffer | undefined): Promise<Finding[]> {
  const home = join(config.dataDir, 'postgres');
  const url = config.databaseUrl ?? (isClusterRunning(home) ? runningClusterUrl(home) : undefined);
  if (url !== undefined) return await checkDatabase(url, secretKey, Date.now);
  return [
    warning(
      'Database',
      'Placard is not running here, so its database was not looked at.',
      'npm start, then ask again.',
    ),
  ];
}

/** Looks at everything that a Placard with these settings needs. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = settingsOf(environment);
  const node = checkNode(process.versions.node);
  if ('state' in config) return [node, config];
  const text = (name: string) => environment[name]?.trim() || undefined;
  const [smtpUrl, keyText] = [text('SMTP_URL'), text('PLACARD_SECRET_KEY')];
  const findings = [
    node,
    ok('Settings', 'They can be read.'),
    checkFolder(config.dataDir, process.getuid?.()),
  ];
  if (keyText !== undefined && readSecretKey(keyText) === null)
    findings.push(fault('Settings', 'PLACARD_SECRET_KEY is no key.', 'openssl rand -hex 32'));
  const urls = {
    PLACARD_URL: config.url,
    PLACARD_DELIVERY_URL: config.deliveryUrl,
    SMTP_URL: smtpUrl,
    DATABASE_URL: config.databaseUrl,
  };
  const names = Object.entries(urls).flatMap(([setting, url]) => {
    const host = url === undefined ? '' : new URL(url).hostname;
    return host === '' || isIP(host.replace(/^\[|\]$/g, '')) > 0 ? [] : [[setting, host] as const];
  });
  const parts = await Promise.all([
    examineDisk(config.dataDir),
    examineDatabase(config, secretKeyOf(config, keyText)),
    checkNames(Object.fromEntries(names)),
    checkMail(smtpUrl),
    checkReach('PLACARD_URL', config.url, '/api/health'),
    checkReach('PLACARD_DELIVERY_URL', config.deliveryUrl, '/health'),
  ]);
  return [...findings, ...parts.flat(), checkBackups(text('PLACARD_BACKUP_DIR'), Date.now())];
}
