import { installedAs } from '../config.ts';

/** How a Placard came to where it runs: by a Debian package, whose service systemd runs, or as an image; null: a checkout, in which npm runs it. */
export type InstalledAs = 'service' | 'container' | null;

/** The Debian package's file of settings. */
export const SETTINGS_FILE = '/etc/placard/placard.env';

/**
 * How a person calls a command here: `npm run backup -- FOLDER`, or `placard backup FOLDER`.
 * @param name a script of package.json; `placard` is the operator's command, whose own commands are its words
 */
export function commandLine(name: string, words = '', as: InstalledAs = installedAs()): string {
  const given = words === '' ? [] : [words];
  if (as !== null) return ['placard', ...(name === 'placard' ? [] : [name]), ...given].join(' ');
  const script = name === 'start' ? ['npm', name] : ['npm', 'run', name];
  return [...script, ...(words === '' ? [] : ['--']), ...given].join(' ');
}

/** What `--help` says of a program that reads settings. @param does what, in sentences @param words what else it takes */
export function settingsHelp(
  name: string,
  does: string,
  words = '',
  as: InstalledAs = installedAs(),
): string {
  return `${commandLine(name, words, as)}\n\n${does}\n\nSettings come from environment variables; the README lists them.`;
}

/** How everything is started here. */
export function startLine(as: InstalledAs = installedAs()): string {
  if (as === null) return 'npm start';
  return as === 'service' ? 'systemctl start placard' : 'start the container';
}

/** How it is started with other settings. @param settings `PORT=8090 DELIVERY_PORT=8091` */
export function startWith(settings: string, as: InstalledAs = installedAs()): string {
  if (as === null) return `${settings} npm start`;
  if (as === 'service') return `${settings} in ${SETTINGS_FILE}, then systemctl restart placard`;
  return `${settings} in the container's environment`;
}
