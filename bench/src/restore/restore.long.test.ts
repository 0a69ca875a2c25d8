import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeCluster } from '@placard/db/embedded/cluster';
import { inheritedEnvironment } from '@placard/tooling/launcher/config';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../../e2e/support/api-client.ts';
import { buildSmallNetwork, OPERATOR_ENVIRONMENT, PASSWORD } from '../../../e2e/support/small-network.ts';
import { decide, report } from '../../../e2e/support/visitor.ts';

const DECISIONS = 400;
const BEFORE = 100;
const CPM_DOLLARS = 0.0123;
const DEPOSIT_DOLLARS = 500;
const PASSPHRASE = 'a passphrase of some length';

const WITHIN = { timeout: 30_000, interval: 100 };

const run = promisify(execFile);
const program = (name: string) =>
  fileURLToPath(new URL(`../../../apps/server/src/main-${name}.ts`, import.meta.url));

async function ask(name: 'backup' | 'restore', folder: string, dataDir: string): Promise<string> {
  const env = {
    ...inheritedEnvironment(),
    PLACARD_DATA_DIR: dataDir,
    PLACARD_BACKUP_PASSPHRASE: PASSPHRASE,
  };
  return (await run(process.execPath, [program(name), folder], { env })).stdout;
}

async function reportAll(placard: RunningPlacard, tokens: readonly string[]): Promise<void> {
  for (const token of tokens)
    expect(await report(placard.deliveryUrl, [`i${token}`, `v${token}`])).toBe(true);
}

type Totals = { readonly totals: Readonly<Record<string, number>> };

it('a backup taken while events flow, restored elsewhere, counts every one of them once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-restore-'));
  const [dataDir, restoredDir, backups] = ['data', 'restored', 'backups'].map((name) => join(folder, name));
  if (dataDir === undefined || restoredDir === undefined || backups === undefined)
    throw new Error('no names');
  let placard = await runPlacard({ dataDir, environment: OPERATOR_ENVIRONMENT });
  try {
    const network = await buildSmallNetwork(placard, {
      objective: 'BRAND_AWARENESS',
      totalBudget: 400,
      bid: CPM_DOLLARS,
      deposit: DEPOSIT_DOLLARS,
      domain: 'lights.example.com',
      clickUrl: 'https://shop.example.com/lantern',
    });
    const tokens: string[] = [];
    const decided = async () => {
      tokens.push(...(await decide(placard.deliveryUrl, network.embedKey, DECISIONS - tokens.length)));
      return tokens.length;
    };
    await vi.waitFor(async () => expect(await decided()).toBe(DECISIONS), { timeout: 60_000, interval: 100 });
    await reportAll(placard, tokens.slice(0, BEFORE));
    const [said] = await Promise.all([
      ask('backup', backups, dataDir),
      reportAll(placard, tokens.slice(BEFORE)),
    ]);
    expect(said).toContain('Backed up as of');
    await placard.stop();

    // The ledger, the balances and the reports are compared by the restore itself.
    expect(await ask('restore', backups, restoredDir)).toContain('reports equal the ledger');
    placard = await runPlacard({ dataDir: restoredDir, environment: OPERATOR_ENVIRONMENT });
    const advertiser = await signIn(placard.url, 'buyer@lights.example.com', PASSWORD);
    const day = new Date().toISOString().slice(0, 10);
    const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const totals = async () =>
      (
        await advertiser.get<Totals>(
          `/advertiser/report?from=${dayBefore}&to=${day}&metrics=viewableImpressions,impressions,spend`,
        )
      ).totals;
    const kept = async () => (await totals()).viewableImpressions ?? 0;
    await vi.waitFor(async () => expect(await kept()).toBeGreaterThanOrEqual(BEFORE), WITHIN);

    // What was acknowledged after the backup is lost with the old folder; told again, each counts once.
    await reportAll(placard, tokens);
    await vi.waitFor(async () => expect(await kept()).toBe(DECISIONS), WITHIN);
    const charged = Math.floor(DECISIONS * CPM_DOLLARS * 1_000) / 1_000_000;
    expect(await totals()).toEqual({
      viewableImpressions: DECISIONS,
      impressions: DECISIONS,
      spend: charged,
    });
    const wallet = await advertiser.get<{ balance: number }>('/advertiser/wallet/balance');
    expect(wallet.balance).toBeCloseTo(DEPOSIT_DOLLARS - charged, 9);
  } finally {
    await placard.stop();
    for (const each of [dataDir, restoredDir]) await removeCluster(join(each, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  }
});
