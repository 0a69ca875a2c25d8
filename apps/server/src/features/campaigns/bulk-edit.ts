import {
  BULK_COLUMNS,
  BULK_ISSUES,
  BULK_ROWS,
  type BulkIssue,
  type BulkReport,
  type BulkRow,
} from '@placard/contract/campaign-bulk';
import type { Tx } from '@placard/db/database';
import { csvText } from '@placard/domain/csv';
import { dollarsFromMicros } from '@placard/domain/micros';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { type AuditEntry, writeAudits } from '../audit/write-audit.ts';
import { dollarsOrNull } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { type FileRow, inputOf, readBulkFile } from './bulk-rows.ts';
import { todayOf } from './campaign-record.ts';
import type { LockedCampaign } from './lock-campaign.ts';
import { type EditContext, type EditPlan, planEdit, readEditContexts, writeEdit } from './plan-edit.ts';

type Deps = HasDb & HasClock;
type Judged = { readonly row: BulkRow; readonly plan: EditPlan | null };

/** The actor's newest campaigns that are not archived, as a file to change and send back. */
export async function giveBulkFile({ db }: HasDb, actor: Actor): Promise<File> {
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .where('advertiser_id', '=', actor.accountId)
    .where('status', '<>', 'archived')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BULK_ROWS)
    .execute();
  // Descriptions are long and seldom what is changed for many.
  const columns = BULK_COLUMNS.filter((column) => column !== 'description');
  const lines = rows.map((row) => {
    const cells = {
      ...{ id: row.id, version: row.version, name: row.name, category: row.category },
      totalBudget: dollarsFromMicros(row.total_budget_micros),
      dailyBudget: dollarsOrNull(row.daily_budget_micros),
      ...{ startDate: row.start_date, endDate: row.end_date },
    };
    return columns.map((column) => cells[column]);
  });
  return new File([csvText([[...columns], ...lines])], 'campaigns.csv', { type: 'text/csv' });
}

/** What a file would do; saves nothing. @throws AppError `invalid_input` where the file as a whole can't be read. */
export async function checkBulk(
  deps: Deps,
  actor: Actor,
  { csv }: { readonly csv: string },
): Promise<BulkReport> {
  const file = readBulkFile(csv);
  return await inTransaction(deps.db, async (trx) => reportOf(await judge(deps, trx, actor, file), false));
}

/**
 * Does it: judged whole before anything is written, by the rules of a single edit. With `all`, a row that fails leaves
 * everything as it is; with `valid`, the others are saved. @throws AppError as checkBulk does
 */
export async function applyBulk(
  deps: Deps,
  actor: Actor,
  { csv, mode }: { readonly csv: string; readonly mode: 'all' | 'valid' },
): Promise<BulkReport> {
  const file = readBulkFile(csv);
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const judged = await judge(deps, trx, actor, file);
    if (mode === 'all' && judged.some(({ row }) => row.outcome === 'failed')) return reportOf(judged, false);
    const audits: AuditEntry[] = [];
    for (const { plan } of judged) {
      if (plan !== null) audits.push(await writeEdit(trx, actor, plan, now));
    }
    await writeAudits(trx, audits);
    return reportOf(judged, true);
  });
}

function reportOf(judged: readonly Judged[], applied: boolean): BulkReport {
  const rows = judged.map(({ row }) => row);
  const count = (outcome: BulkRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { rows, changed: count('changed'), same: count('same'), failed: count('failed'), applied };
}

/** In the order of the file; campaigns are locked in the order of their ids, so that two files do not wait for each other. */
async function judge(deps: Deps, trx: Tx, actor: Actor, file: readonly FileRow[]): Promise<Judged[]> {
  const ids = [...new Set(file.flatMap(({ id }) => (id === null ? [] : [id])))];
  const campaigns =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('campaign')
          .selectAll()
          .where('id', 'in', ids)
          .where('advertiser_id', '=', actor.accountId)
          .orderBy('id')
          .forUpdate()
          .execute();
  const byId = new Map(campaigns.map((row) => [row.id, row]));
  const contextOf = await readEditContexts(trx, [...byId.keys()], todayOf(deps, actor));
  const seen = new Set<number>();
  return file.map((row) => {
    const campaign = row.id === null ? undefined : byId.get(row.id);
    if (campaign === undefined) return failed(row, null, 'id', 'bulk_campaign_unknown');
    if (seen.has(campaign.id)) return failed(row, campaign, 'id', 'bulk_row_repeated');
    seen.add(campaign.id);
    if (row.isTooLong) return failed(row, campaign, '', 'bulk_row_too_long');
    return judgeRow(row, campaign, contextOf(campaign.id));
  });
}

function judgeRow(row: FileRow, campaign: LockedCampaign, context: EditContext): Judged {
  const base = { line: row.line, id: campaign.id, name: campaign.name };
  try {
    const plan = planEdit(campaign, inputOf(row, campaign), context);
    if (plan === null) {
      return { plan, row: { ...base, outcome: 'same', pauses: false, changes: [], issues: [] } };
    }
    const changes = Object.entries(plan.changes).map(([field, { before, after }]) => ({
      field,
      before: textOf(before),
      after: textOf(after),
    }));
    const pauses = campaign.status !== plan.status;
    return { plan, row: { ...base, outcome: 'changed', pauses, changes, issues: [] } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict_version') return failed(row, campaign, 'version', 'bulk_version');
    if (error.code === 'conflict_status') return failed(row, campaign, '', 'bulk_status');
    const issues = (error.issues ?? []).map(({ path, code, message }) => ({ field: path, code, message }));
    return { plan: null, row: { ...base, outcome: 'failed', pauses: false, changes: [], issues } };
  }
}

function failed(row: FileRow, campaign: LockedCampaign | null, field: string, code: BulkIssue): Judged {
  return {
    plan: null,
    row: {
      ...{ line: row.line, id: row.id, name: campaign?.name ?? '' },
      ...{
        outcome: 'failed',
        pauses: false,
        changes: [],
        issues: [{ field, code, message: BULK_ISSUES[code] }],
      },
    },
  };
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
