import { isSocketAway } from '@placard/db/socket-away';
import type { Logger } from 'pino';

/** Longest a clean end may take before it is cut short; the launcher waits 10 s. */
const PATIENCE_MS = 9_000;

/** What a child tells the launcher; tooling/src/launcher/child-contract.md. */
export type ParentMessage =
  | {
      readonly type: 'ready';
      readonly operatorLink?: string;
      readonly demoAccounts?: readonly { role: string; email: string; password: string }[];
    }
  | { readonly type: 'note'; readonly text: string };

/** Tells the launcher, or whoever reads the terminal of a server that was started alone. */
export function tellParent(message: ParentMessage): void {
  if (process.send !== undefined) process.send(message);
  else if (message.type === 'note') console.log(message.text);
  else if (message.operatorLink !== undefined)
    console.log(`Make the first operator here: ${message.operatorLink}`);
}

/** Ends the process cleanly on SIGTERM, SIGINT and when the launcher is gone: nobody would end it otherwise. */
export function endWithParent(log: Logger, stop: () => Promise<void>): void {
  let ending = false;
  const end = (cause: string) => {
    if (ending) return;
    ending = true;
    log.info({ cause }, 'ending');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the end was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  if (process.send !== undefined) process.on('disconnect', () => end('the launcher is gone'));
}

/** Of a program that another process started and waits for: it ends with that one, which alone would have heard of it. */
export function endWithStarter(): void {
  if (process.send === undefined) return;
  process.on('disconnect', () => process.exit(1));
  // Nobody is told anything by it: the program is over when its work is.
  process.channel?.unref();
}

/** What a person can do about a start that failed. */
export function startFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE' && error instanceof Error && 'port' in error) {
    return `Port ${String(error.port)} is used by another program. End that one, or set PORT to a free one.`;
  }
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no such address (${String(error)}). Set PLACARD_HOST to one it has, or leave it out to listen on all.`;
  // From pg, whose error for a host of several addresses has no message.
  if (code === 'ECONNREFUSED' || isSocketAway(error))
    return 'Nobody answers at DATABASE_URL. Is PostgreSQL running there?';
  if (code === '42P01') return 'The database has no schema yet. Run "npm run migrate" first.';
  return error instanceof Error ? error.message : String(error);
}
