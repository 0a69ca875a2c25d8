import { answerPings } from '@placard/db/process/answer-pings';
import type { Claim } from '@placard/db/process/claim';
import { collectAlone } from '@placard/db/process/collect-alone';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { logLines } from '@placard/db/process/log-lines';
import { startTraces } from '@placard/db/process/traces';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';
import { startWatchServer } from '@placard/db/process/watch-server';
import { pino } from 'pino';
import { claimShard } from './claim-shard.ts';
import { composeDelivery } from './compose.ts';
import { type DeliveryConfig, readConfig } from './config.ts';
import { keepTickShape } from './keep-tick-shape.ts';

callOrEnd({ help: settingsHelp('delivery', 'One ad server alone, for several machines.') });
keepTickShape();
answerPings();
/** A sentence is for a person, who has no use for where it was thrown. */
function giveUp(cause: unknown): never {
  console.error(cause instanceof Error && cause.message !== '' ? cause.message : cause);
  process.exit(1);
}

function settings(): DeliveryConfig {
  try {
    return readConfig();
  } catch (cause) {
    return giveUp(cause);
  }
}

const config = settings();
const unfinished = unfinishedRestore(config.dataDir);
if (unfinished !== undefined) giveUp(unfinished);
const log = pino({ level: config.logLevel, base: { process: 'delivery', shard: config.shard } }, logLines());

const traces = startTraces(config.traces, 'placard-delivery', (lost) => log.warn(lost, 'traces were lost'));

let claimed: Claim | null = null;
const claim = async (): Promise<void> => {
  claimed = await claimShard(config, log, () => process.exit(1));
};
const delivery = await composeDelivery({ config, log, nowMs: Date.now, random: Math.random, claim }).catch(
  giveUp,
);

collectAlone();
const watch = config.watch === null ? null : await startWatchServer(config.watch, delivery.watched);

let ending = false;

async function end(why: string): Promise<void> {
  if (ending) return;
  ending = true;
  log.info({ why }, 'delivery is ending');
  await delivery.close();
  await claimed?.release();
  await watch?.stop();
  await traces.stop();
  process.exit(0);
}

process.on('SIGTERM', () => void end('SIGTERM'));
process.on('SIGINT', () => void end('SIGINT'));
// Forked by the launcher: when it goes, so does this process.
if (process.send !== undefined) process.on('disconnect', () => void end('launcher gone'));

delivery.server.on('error', (error: NodeJS.ErrnoException) => {
  const hints: Readonly<Record<string, string>> = {
    EADDRINUSE: ': the port is taken, set DELIVERY_PORT to another',
    EADDRNOTAVAIL: ': this machine has no such address, set PLACARD_HOST to one it has',
  };
  const hint = hints[error.code ?? ''] ?? '';
  log.fatal({ error: String(error) }, `delivery cannot listen on ${config.host}:${config.port}${hint}`);
  process.exit(1);
});
delivery.server.listen({ port: config.port, host: config.host, reusePort: true, backlog: 4_096 }, () => {
  log.info({ port: config.port, shards: config.shards }, 'delivery is ready');
  process.send?.({ type: 'ready' });
});
