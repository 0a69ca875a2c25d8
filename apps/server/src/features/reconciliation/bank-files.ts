import type { Db } from '@placard/db/database';
import type { StoredCheck, StoredDifference } from '@placard/db/schema/reconciliation';
import type { Secrets } from '@placard/db/secrets/secrets';
import { DIFFERENCES_KEPT } from '@placard/domain/ledger/reconciliation';
import { MICROS_PER_CENT, type Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { exportContext } from '../payments/export-payouts.ts';
import { readPayoutFile } from '../payments/read-payout-file.ts';

const FILES_AT_ONCE = 100;

/**
 * Files that went to banks against the payouts in them, line by line, as they were written and sealed: what a bank was told
 * to pay is what the ledger has. A file that was discarded tells nothing.
 */
export async function checkBankFiles(db: Db, secrets: Secrets): Promise<StoredCheck> {
  const differences: StoredDifference[] = [];
  let [compared, left, right, after] = [0, 0n, 0n, 0];
  for (;;) {
    const files = await db
      .selectFrom('payout_export')
      .select(['id', 'message_id', 'format', 'file_sealed'])
      .where('discarded_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    const bookedByFile = await bookedIn(
      db,
      files.map(({ id }) => id),
    );
    for (const file of files) {
      const booked = bookedByFile.get(file.id) ?? new Map<number, Micros>();
      const written = await open(secrets, file);
      for (const payoutId of new Set([...booked.keys(), ...(written?.keys() ?? [])])) {
        const [inLedger, inFile] = [booked.get(payoutId) ?? 0n, written?.get(payoutId) ?? 0n];
        compared += 1;
        left += inLedger;
        right += inFile;
        if (inLedger === inFile) continue;
        differences.push({
          ...{ subject: 'payout_export', id: file.id, label: `${file.message_id} PO-${payoutId}` },
          ...{ left: String(inLedger), right: String(inFile) },
        });
      }
    }
    if (files.length < FILES_AT_ONCE) break;
    after = files.at(-1)?.id ?? after;
  }
  return {
    check: 'bank_files',
    compared,
    differing: differences.length,
    left: String(left),
    right: String(right),
    differences: differences.slice(0, DIFFERENCES_KEPT),
  };
}

/** What the ledger set aside for each payout without the tax that is withheld of it, by file. */
async function bookedIn(
  db: Db,
  exportIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Micros>>> {
  const { rows } = await sql<{ export_id: number; id: number; micros: Micros }>`
    select p.export_id, p.id, (coalesce(sum(e.amount_micros), 0) - p.withheld_micros)::bigint as micros
      from payout p
      left join ledger_transaction t
        on t.kind <> 'settlement' and t.kind = 'payout_request' and (t.detail ->> 'payoutId')::int = p.id
      left join ledger_account a on a.owner_id = p.publisher_id and a.kind = 'payouts_in_flight'
      left join ledger_entry e on e.transaction_id = t.id and e.account_id = a.id
     where p.export_id = any(${exportIds}::int[]) group by p.id`.execute(db);
  const files = new Map<number, Map<number, Micros>>(exportIds.map((id) => [id, new Map()]));
  for (const row of rows) files.get(row.export_id)?.set(row.id, row.micros);
  return files;
}

/** Amounts by payout; null where another installation's key sealed it. */
async function open(
  secrets: Secrets,
  file: { readonly message_id: string; readonly format: 'csv' | 'sepa'; readonly file_sealed: Buffer },
): Promise<ReadonlyMap<number, Micros> | null> {
  try {
    const text = secrets.open(file.file_sealed, exportContext(file.message_id));
    const cents = await readPayoutFile(text, file.format);
    return new Map([...cents].map(([id, amount]) => [id, amount * MICROS_PER_CENT]));
  } catch {
    return null;
  }
}
