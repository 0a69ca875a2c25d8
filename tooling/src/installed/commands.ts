/** What `placard NAME` does is what `npm run NAME` does: the scripts of package.json that an installed Placard has. */
export const INSTALLED_COMMANDS = {
  start: 'starts everything and runs until it is told to end; the service does this',
  upgrade: 'brings the data to this release, as a start does, and ends',
  backup: 'backs up into a folder, while it runs or not',
  restore: 'restores a backup into an empty data folder',
  doctor: 'says what is wrong and what to do',
  api: 'dashboard and API alone, for several machines',
  worker: 'the worker alone',
  delivery: 'one ad server alone',
  migrate: 'brings the database to this release, for several machines',
} as const;

type Scripts = Readonly<Record<string, string | undefined>>;

/** What to run: a file below the installation's folder, and its arguments. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

const isOurs = (name: string): name is keyof typeof INSTALLED_COMMANDS =>
  Object.hasOwn(INSTALLED_COMMANDS, name);

/** Everything else, and nothing at all, is for the operator's command, which knows what it knows. */
export function programOf(words: readonly string[], scripts: Scripts): Program {
  const [name = '', ...rest] = words;
  const [script, args] = isOurs(name) ? [name, rest] : ['placard', words];
  const file = /^(?:exec )?node (\S+)$/.exec(scripts[script] ?? '')?.[1];
  if (file === undefined) throw new Error(`package.json has no script "${script}" that runs one file.`);
  return { file, args };
}

export function installedHelp(): string {
  const lines = Object.entries(INSTALLED_COMMANDS).map(([name, does]) => `  ${name.padEnd(10)}${does}`);
  return `placard COMMAND\n\n${lines.join('\n')}\n\nWhere a text says "npm run NAME" or "npm start", here it is "placard NAME".\n`;
}
