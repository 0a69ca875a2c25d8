import { fileURLToPath } from 'node:url';
import { openAnalytics } from './analytics/open-analytics.ts';
import { createRouter } from './compose.ts';
import { readServerConfig, type ServerConfig } from './config.ts';
import type { AppDeps } from './features/feature.ts';
import { ensureOperator } from './features/users/first-operator.ts';
import { createHttpServer } from './http/server.ts';
import { startMailSender } from './mail/mail-sender.ts';
import { smtpSender } from './mail/smtp.ts';
import { openDeps } from './open-deps.ts';
import { endWithParent, tellParent } from './process-end.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

type Part = { stop(): Promise<void> };

async function startParts(config: ServerConfig, deps: AppDeps): Promise<Part[]> {
  const parts: Part[] = [];
  if (config.smtpUrl !== undefined) {
    const send = await smtpSender(config.smtpUrl, config.mailFrom);
    parts.push(startMailSender({ ...deps, send }));
  }
  return parts;
}

async function main(): Promise<void> {
  const config = readServerConfig();
  const analytics = await openAnalytics(config);
  const deps = openDeps(config, analytics);
  const parts: Part[] = [];
  endWithParent(deps.log, async () => {
    // Calls first: what is under way may still need the rest.
    for (const part of parts.toReversed()) await part.stop();
    await deps.db.destroy();
    await analytics.close();
  });
  const operatorLink = await ensureOperator(deps, config.operator);
  parts.push(...(await startParts(config, deps)));
  const app = await createHttpServer(createRouter(deps), deps, {
    trustProxy: config.trustProxy,
    callsPerMinute: config.callsPerMinute,
    webFolder: WEB_FOLDER,
  });
  parts.push({ stop: async () => await app.close() });
  await app.listen({ host: config.host, port: config.port });
  deps.log.info({ host: config.host, port: config.port }, 'the API takes requests');
  tellParent({ type: 'ready', ...(operatorLink === null ? {} : { operatorLink }) });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
