import { fileURLToPath } from 'node:url';
import { type LauncherConfig, readConfig, USAGE } from './config.ts';
import { launch, placardPrograms, type Running } from './launch.ts';
import { whenParentGone } from './parent-gone.ts';
import { explainStart } from './refusal.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** npm passes the terminal's Ctrl-C on a second time; only a later one is a person's impatience. */
const SAME_CTRL_C_MS = 1_000;

const say = (sentence: string) => console.log(sentence);

function summary(config: LauncherConfig, { ready }: Running): string {
  const lines = [
    '',
    `Placard is ready after ${(performance.now() / 1000).toFixed(1)} s.`,
    '',
    `  Dashboard   ${config.url}`,
    `  Ad server   ${config.deliveryUrl}`,
  ];
  if (config.demo) lines.push(`  Demo page   ${config.deliveryUrl}/demo`);
  if (ready.operatorLink)
    lines.push('', '  Become the operator by this link; it works once:', `  ${ready.operatorLink}`);
  if (ready.demoAccounts?.length) {
    lines.push('', '  Accounts of the demo:');
    for (const { role, email, password } of ready.demoAccounts) {
      lines.push(`    ${role.padEnd(22)} ${email.padEnd(30)} ${password}`);
    }
  }
  const logs = config.log === 'files' ? `Logs are in ${config.logDir}. ` : '';
  lines.push('', `${logs}Ctrl-C ends everything.`);
  return lines.join('\n');
}

/** Tells whoever forked us (tests, benches) where everything is; again whenever it sends a message. */
function report(config: LauncherConfig, running: Running): void {
  process.send?.({
    ...running.ready,
    url: config.url,
    deliveryUrl: config.deliveryUrl,
    pids: {
      postgres: running.postgres?.pid(),
      server: running.server.pid(),
      deliveries: running.deliveries.map((child) => child.pid()),
    },
  });
}

async function main(): Promise<void> {
  // Its output may be a file on a full disk, or a pipe that nobody reads any more: that ends nobody's ads.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (['--help', '-h'].some((word) => process.argv.includes(word))) return say(USAGE);
  const config = readConfig(process.argv.slice(2));
  let endedAt: number | undefined;
  const callOff = new AbortController();
  const { promise: asked, resolve: end } = Promise.withResolvers<void>();
  const onSignal = () => {
    if (endedAt !== undefined && performance.now() - endedAt > SAME_CTRL_C_MS) process.exit(130);
    endedAt ??= performance.now();
    callOff.abort();
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
  // What ended npm may have told us as well: that is no second wish.
  const onNpmGone = () => endedAt === undefined && onSignal();
  if (config.environment.npm_lifecycle_event === 'start') whenParentGone(onNpmGone);

  const running = await launch(config, placardPrograms(ROOT), {
    say,
    signal: callOff.signal,
  });
  say(summary(config, running));
  report(config, running);
  process.on('message', () => report(config, running));
  await asked;
  say('Ending …');
  await running.stop();
  say('Ended.');
  process.exit(0);
}

try {
  await main();
} catch (cause) {
  const said = explainStart(cause);
  console.error(typeof said === 'string' ? `\n${said}` : said);
  process.exit(1);
}
