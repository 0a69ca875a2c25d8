import { answerPings } from '@placard/db/process/answer-pings';
import { serveEngine } from './analytics/engine/serve-engine.ts';

// Ctrl-C, or an end of the whole service, reaches every process of it: the server says when it needs the engine no longer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
answerPings();
serveEngine(process, (how) => {
  if (how === 'closed') process.exit(0);
  // Statements that run keep threads of their own, which an orderly end would wait for, and the folder until then.
  process.kill(process.pid, 'SIGKILL');
});
