import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledAs } from '@placard/db/process/commands';

/** What a package leaves beside `package.json`: its presence says that everything is built and nothing ever will be. */
export interface Installation {
  readonly version: string;
  /** What everything that it starts is told, for what it says to people. */
  readonly as: Exclude<InstalledAs, null>;
  /** Settings where neither the environment nor the file says otherwise. */
  readonly defaults: Readonly<Record<string, string>>;
  /** As whom root's commands run; undefined: as whoever calls. */
  readonly user?: string;
  /** The file of settings, where the package has one. */
  readonly settingsFile?: string;
}

export const INSTALLATION_FILE = 'installation.json';

/** Whether this folder came as a package, with everything built. */
export function isInstalled(root: string): boolean {
  return existsSync(join(root, INSTALLATION_FILE));
}

export function readInstallation(root: string): Installation {
  return JSON.parse(readFileSync(join(root, INSTALLATION_FILE), 'utf8')) as Installation;
}
