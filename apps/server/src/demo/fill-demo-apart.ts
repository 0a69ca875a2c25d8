import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KeyRing } from '@placard/db/secrets/secrets';
import type { HasDataDir, HasUrls } from '../deps.ts';
import type { DemoAccount } from './fill-demo.ts';

/** MiB of young objects: days of events by the hundred thousand are collected seldom rather than all the time. */
const SEMI_SPACE_MIB = 64;
const PROGRAM = fileURLToPath(new URL('main-demo.ts', import.meta.url));

/** What the filling process is told; by message, since arguments can be read by everybody on the machine. */
export type DemoOrder = HasUrls &
  HasDataDir & {
    readonly databaseUrl: string;
    readonly clickhouseUrl?: string | undefined;
    /** In hex; without it the key of the data folder is used, as the server does. */
    readonly secretKey?: string | undefined;
  };
export type DemoResult = { readonly accounts: DemoAccount[] | null } | { readonly fault: string };

/** The demo could not be filled; the message is for whoever started it. */
export class DemoFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemoFault';
  }
}

/**
 * Fills the demo in a process of its own: settling sixty days and loading them into analytics takes up to 1 GB for
 * some seconds, most of which the server would keep for as long as it runs. Where analytics is embedded nobody else
 * may have it open meanwhile.
 * @returns as fillDemo. @throws DemoFault
 */
export async function fillDemoApart(
  order: Omit<DemoOrder, 'secretKey'> & { readonly secretKeys: KeyRing | undefined },
): Promise<DemoAccount[] | null> {
  const child = fork(PROGRAM, [], {
    execArgv: [`--max-semi-space-size=${SEMI_SPACE_MIB}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { databaseUrl, clickhouseUrl, publicUrl, deliveryUrl, dataDir } = order;
  const secretKey = order.secretKeys?.key.toString('hex');
  child.send({ databaseUrl, clickhouseUrl, publicUrl, deliveryUrl, dataDir, secretKey } satisfies DemoOrder);
  const result = await Promise.race([
    once(child, 'message').then(([message]) => message as DemoResult),
    once(child, 'exit').then(
      ([code, signal]): DemoResult => ({
        // Of one that is out of memory the system says no more than that it was killed.
        fault: `Filling the demo ended early: it was ended by ${signal ?? `code ${code}`}.`,
      }),
    ),
  ]);
  if ('fault' in result) throw new DemoFault(result.fault);
  return result.accounts;
}
