import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, createPool } from '@placard/db/database';
import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { HasPasswords } from '../auth/passwords.ts';
import type { HasClock, HasDataDir, HasDb, HasSecrets, HasUrls } from '../deps.ts';
import { doneBy, writeAudit } from '../features/audit/write-audit.ts';
import { folderImageStore } from '../features/images/folder-image-store.ts';
import { adsTxtSteps } from './ads-txt-steps.ts';
import { advertisingSteps } from './advertising-steps.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PRINTED_ACCOUNTS } from './demo-accounts.ts';
import { demoPage } from './demo-page.ts';
import { createAccounts, createHistoryClock, DAY_MS, type DemoWorld } from './demo-world.ts';
import { liveThrough } from './history.ts';
import { paymentSteps } from './payment-steps.ts';
import { publishingSteps } from './publishing-steps.ts';
import { createRandom } from './random.ts';

export type DemoAccount = { readonly role: string; readonly email: string; readonly password: string };

export type FillDemoDeps = HasDb &
  HasClock &
  HasUrls &
  HasDataDir &
  HasSecrets &
  HasPasswords & {
    readonly databaseUrl: string;
    /** Told after each day of the history that is settled, so that analytics can follow meanwhile. */
    readonly onSettled?: () => void;
  };

/** The demo was begun here and not finished. */
export class DemoInterruptedError extends Error {
  constructor(dataDir: string) {
    super(
      `The demo in ${dataDir} was interrupted while it was being filled. Remove that folder and start again ` +
        'with --demo, or set PLACARD_DATA_DIR to an empty one.',
    );
    this.name = 'DemoInterruptedError';
  }
}

const FILLED = 'demo.filled';
const SEED = 20_260;
const UNREAD_DAYS = 8;

/**
 * Fills an empty installation with a small network and sixty days of its history, made by the use cases and the
 * settlement that serve the real one, at the times of the history. Run it before the worker starts: it settles.
 * @returns accounts to sign in with, also where the demo is there already; null where the installation is in use
 * for something else.
 * @throws DemoInterruptedError
 */
export async function fillDemo(deps: FillDemoDeps): Promise<DemoAccount[] | null> {
  const state = await stateOf(deps.db);
  if (state === 'used') return null;
  if (state === 'interrupted') throw new DemoInterruptedError(deps.dataDir);
  if (state === 'empty') await fill(deps);
  return PRINTED_ACCOUNTS.map((key) => ({
    role: DEMO_ACCOUNTS[key].roles.join(' and '),
    email: DEMO_ACCOUNTS[key].email,
    password: DEMO_PASSWORD,
  }));
}

async function stateOf(db: Kysely<Database>): Promise<'empty' | 'filled' | 'interrupted' | 'used'> {
  const { demo } = await db.selectFrom('network_settings').select('demo').executeTakeFirstOrThrow();
  if (demo) {
    const filled = await db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', FILLED)
      .executeTakeFirst();
    return filled === undefined ? 'interrupted' : 'filled';
  }
  const user = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
  return user === undefined ? 'empty' : 'used';
}

async function fill(deps: FillDemoDeps): Promise<void> {
  await deps.db
    .updateTable('network_settings')
    .set({
      demo: true,
      network_name: 'Placard Demo Network',
      cpm_micros: 4_000_000n,
      cpc_micros: 600_000n,
      bank_transfer_details:
        'Placard Demo Network\nIBAN DE00 0000 0000 0000 0000 00\nWrite the reference on your transfer.',
    })
    .execute();
  const history = createHistoryClock(deps.clock());
  const actors = await createAccounts(deps.db, deps.passwords, history.now());
  const pool = createPool({ url: deps.databaseUrl, name: 'placard-demo', max: 2 });
  // A demo that a power cut interrupts is thrown away: only its end waits for the disk, and with it all that came before.
  pool.on('connect', (client) => void client.query('set synchronous_commit = off'));
  // One connection for all steps: nothing in here happens at the same time as something else.
  const db = createDb(pool);
  try {
    const world: DemoWorld = {
      db,
      clock: history.now,
      publicUrl: deps.publicUrl,
      deliveryUrl: deps.deliveryUrl,
      secrets: deps.secrets,
      images: folderImageStore(join(deps.dataDir, 'images')),
      history,
      random: createRandom(SEED),
      actors,
    };
    const steps = [
      ...publishingSteps(world),
      ...adsTxtSteps(world),
      ...advertisingSteps(world),
      ...paymentSteps(world),
    ];
    await liveThrough(world, pool, steps, deps.onSettled ?? (() => {}));
    await finish(world, deps);
  } finally {
    await db.destroy();
  }
}

async function finish(world: DemoWorld, deps: FillDemoDeps): Promise<void> {
  const { db, history } = world;
  const now = new Date(history.presentMs);
  // Nobody reads mails to the demo's addresses: they stay in the outbox to be looked at, as sent.
  await db.updateTable('mail_outbox').set({ sent_at: now }).where('sent_at', 'is', null).execute();
  // Who has used it for two months has read what is older than a few days.
  await db
    .updateTable('notification')
    .set((eb) => ({ read_at: eb.ref('created_at') }))
    .where('created_at', '<', new Date(now.getTime() - UNREAD_DAYS * DAY_MS))
    .execute();
  await db.updateTable('widget').set({ seen_at: now }).where('status', '=', 'active').execute();
  await writePage(deps.dataDir, await demoPage(world));
  await writeAudit(deps.db, {
    ...doneBy(null, 'system'),
    action: FILLED,
    subjectKind: 'settings',
    subjectId: null,
    at: now,
  });
}

async function writePage(dataDir: string, html: string): Promise<void> {
  const folder = join(dataDir, 'demo');
  await mkdir(folder, { recursive: true });
  const aside = join(folder, '.index.html');
  await writeFile(aside, html);
  await rename(aside, join(folder, 'index.html'));
}
