import type { newTrafficRule, TrafficRuleRow } from '@placard/contract/traffic-rules';
import type { Tx } from '@placard/db/database';
import type { TrafficRuleTable } from '@placard/db/schema/traffic';
import type { AuditDetail } from '@placard/domain/audit';
import { MAX_TRAFFIC_RULES, trafficValue } from '@placard/domain/traffic/traffic-rule';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

type Deps = HasDb & HasClock;
type Fields = z.output<typeof newTrafficRule>;
type Row = Selectable<TrafficRuleTable>;

/** Operators who add or change rules at once wait for each other: none of them goes beyond the most, or makes one twice. */
const RULES_LOCK = 7_362_003;

export async function listTrafficRules({ db }: HasDb): Promise<{ items: TrafficRuleRow[] }> {
  const rows = await db.selectFrom('traffic_rule').selectAll().orderBy('id', 'desc').execute();
  return { items: rows.map(rowOf) };
}

/** @throws AppError `conflict_status` beyond the most, or where there is one like it */
export async function createTrafficRule(deps: Deps, actor: Actor, input: Fields): Promise<TrafficRuleRow> {
  const fields = keptFields(input);
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(trx);
    const { count } = await trx
      .selectFrom('traffic_rule')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    refuseFull(count, MAX_TRAFFIC_RULES, 'traffic_rules_full');
    await refuseSecond(trx, fields, null);
    const row = await trx
      .insertInto('traffic_rule')
      .values({ ...fields, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, actor, { action: 'create', id: row.id, detail: fields, at });
    return rowOf(row);
  });
}

/** Changes nothing where nothing differs. @throws AppError `traffic_rule_not_found`, `conflict_version`, `conflict_status` where there is one like it */
export async function updateTrafficRule(
  deps: Deps,
  actor: Actor,
  { id, version, ...input }: Fields & { readonly id: number; readonly version: number },
): Promise<TrafficRuleRow> {
  const fields = keptFields(input);
  return await inTransaction(deps.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(trx);
    const before = await lock(trx, id);
    if (before.version !== version) throw new AppError('conflict_version');
    const { field, value, label, enabled } = before;
    const detail = changesOf({ field, value, label, enabled }, fields);
    if (Object.keys(detail).length === 0) return rowOf(before);
    await refuseSecond(trx, fields, id);
    const row = await trx
      .updateTable('traffic_rule')
      .set({ ...fields, version: version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, actor, { action: 'edit', id, detail, at: deps.clock() });
    return rowOf(row);
  });
}

/** @throws AppError `traffic_rule_not_found` */
export async function removeTrafficRule(
  deps: Deps,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Record<string, never>> {
  await inTransaction(deps.db, async (trx) => {
    const { field, value, label, enabled } = await lock(trx, id);
    await trx.deleteFrom('traffic_rule').where('id', '=', id).execute();
    const detail = { field, value, label, enabled };
    await audit(trx, actor, { action: 'remove', id, detail, at: deps.clock() });
  });
  return {};
}

/** The contract has refused what is no value of its field. */
function keptFields({ field, value, label, enabled }: Fields) {
  const found = trafficValue(field, value);
  return { field, value: 'value' in found ? found.value : value, label, enabled };
}

async function lock(trx: Tx, id: number): Promise<Row> {
  return await trx
    .selectFrom('traffic_rule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('traffic_rule_not_found'));
}

async function refuseSecond(
  trx: Tx,
  { field, value }: ReturnType<typeof keptFields>,
  ownId: number | null,
): Promise<void> {
  const like = await trx
    .selectFrom('traffic_rule')
    .select('label')
    .where('field', '=', field)
    .where('value', '=', value)
    .$if(ownId !== null, (query) => query.where('id', '<>', ownId))
    .executeTakeFirst();
  if (like === undefined) return;
  throw new AppError('conflict_status', { reason: 'traffic_rule_repeated', value: like.label });
}

type Entry = {
  readonly action: string;
  readonly id: number;
  readonly detail: AuditDetail;
  readonly at: Date;
};

async function audit(trx: Tx, actor: Actor, { action, id, detail, at }: Entry): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: `traffic_rule.${action}`,
    subjectKind: 'traffic_rule',
    subjectId: id,
    detail,
    at,
  });
}

function rowOf({ created_at, ...row }: Row): TrafficRuleRow {
  return { ...row, createdAt: created_at.toISOString() };
}
