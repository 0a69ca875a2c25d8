import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** Each reads the settings of a part and ends. */
export const settingsPrograms = (root: string): string[] =>
  ['apps/server', 'apps/delivery'].map((app) => join(root, app, 'src/main-settings.ts'));

/** What a program says of its settings; empty where nothing is wrong with them. */
function faultsOf(program: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: environment }, (failed, _, said) =>
      resolve(failed === null ? '' : said.trim() || failed.message),
    );
  });
}

/** What the programs say of the settings that they would be started with; none where nothing is wrong. */
export async function settingsFaults(
  programs: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const said = await Promise.all(programs.map((program) => faultsOf(program, environment)));
  return said.filter((text) => text !== '');
}

/**
 * Has each program read the settings it would be started with: one that refuses them after the data was upgraded leaves the way
 * back to a backup alone, and a new database would be made for settings that nobody starts with.
 * @throws Refusal with what all of them say
 */
export async function checkSettings(
  programs: readonly string[],
  environment: NodeJS.ProcessEnv,
  isNew: boolean,
): Promise<void> {
  const faults = await settingsFaults(programs, environment);
  if (faults.length === 0) return;
  const data = isNew ? 'No data was made yet.' : 'The data is of an earlier release, and was not touched.';
  throw new Refusal(`${faults.join('\n')}\n${data}`);
}
