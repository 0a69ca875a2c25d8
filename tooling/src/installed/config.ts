import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Refusal } from '../launcher/refusal.ts';
import type { Installation } from './installation.ts';
import { readSettingsFile } from './settings-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Removed by whoever has all settings in the unit.
    if (code === 'ENOENT') return '';
    if (code === 'EACCES')
      throw new Refusal(
        `${path} may not be read by user ${userInfo().username}. Run this as root: sudo placard …`,
      );
    throw cause;
  }
}

/**
 * What an installed Placard runs with: the environment first, then the file of settings, then the package's defaults. What the package is
 * is its own to say.
 * @throws Refusal that names every line of the file that is none
 */
export function installedEnvironment(
  { as, defaults, settingsFile }: Installation,
  environment: Environment = process.env,
): Record<string, string> {
  const { settings, faults } = readSettingsFile(settingsFile === undefined ? '' : readFile(settingsFile));
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  - ${fault}`).join('\n');
    throw new Refusal(`Placard was not started, because of ${settingsFile}:\n${lines}`);
  }
  const merged = Object.entries({ ...defaults, ...settings, ...environment, PLACARD_INSTALLED: as });
  return Object.fromEntries(merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A container has its ports from its environment. */
export function healthEnvironment({ PORT, DELIVERY_PORT }: Environment = process.env): Environment {
  return { PORT, DELIVERY_PORT };
}
