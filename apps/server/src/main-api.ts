import { answerPings } from '@placard/db/process/answer-pings';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { readServerConfig, type ServerConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import type { DemoAccount } from './demo/fill-demo.ts';
import { startFault, tellParent } from './process-end.ts';

/** Fills an empty installation with the demo where that was asked for. @returns accounts to sign in with. */
async function startDemo(config: ServerConfig): Promise<readonly DemoAccount[]> {
  if (!config.demo) return [];
  const { fillDemoApart } = await import('./demo/fill-demo-apart.ts');
  tellParent({ type: 'note', text: 'Looking after the demo; filling it the first time takes a moment …' });
  const accounts = await fillDemoApart(config);
  if (accounts === null) {
    const text =
      'This installation is in use already, so it was not filled with the demo. Set PLACARD_DATA_DIR to an empty folder for one.';
    tellParent({ type: 'note', text });
  }
  return accounts ?? [];
}

callOrEnd({ help: settingsHelp('api', 'Dashboard and API alone, for several machines.') });
try {
  const config = readServerConfig();
  openDataFolder(config.dataDir);
  answerPings();
  const filled = startDemo(config);
  // Told by runApi(), which waits for it. A process of its own fills the demo while this one loads what it runs.
  filled.catch(() => undefined);
  const { runApi } = await import('./run-api.ts');
  await runApi(config, filled);
} catch (error) {
  console.error(startFault(error));
  process.exit(1);
}
