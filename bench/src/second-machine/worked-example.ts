import { readFileSync } from 'node:fs';

/** What an operator reads on how processes are spread over machines. */
const GUIDE = new URL('../../../docs/running.md', import.meta.url);
const MACHINE = /^# (\d+\.\d+\.\d+\.\d+)\b/;
const SETTING = /^([A-Z][A-Z0-9_]*)=(\S+)/;

export type ExampleCommand = {
  /** Address of the machine that it is given on. */
  readonly machine: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Of `npm run`. */
  readonly script: string;
};

export type WorkedExample = {
  /** Settings of every process. */
  readonly common: Readonly<Record<string, string>>;
  readonly commands: readonly ExampleCommand[];
};

function settingsOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', value = ''] = SETTING.exec(word) ?? [];
      if (name === '') throw new Error(`the example has "${word}", which is no setting`);
      return [name, value];
    }),
  );
}

/** Reads the example as it is written, so that what is tried is what is read. @throws Error for a line that says neither setting nor command */
export function readWorkedExample(text = readFileSync(GUIDE, 'utf8')): WorkedExample {
  const [, block] = /\*\*An example\.\*\*[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  if (block === undefined) throw new Error('the guide has no example of several machines');
  let machine: string | null = null;
  const common: Record<string, string> = {};
  const commands: ExampleCommand[] = [];
  for (const line of block.split('\n')) {
    const [, address] = MACHINE.exec(line) ?? [];
    if (address !== undefined) machine = address;
    if (line === '' || line.startsWith('#')) continue;
    const [before = '', script] = line.split('npm run ');
    if (machine !== null && script !== undefined)
      commands.push({ machine, environment: settingsOf(before.split(' ').filter(Boolean)), script });
    else Object.assign(common, settingsOf([line]));
  }
  return { common, commands };
}
