import type { alarmThresholds } from '@placard/contract/health';
import type { Db } from '@placard/db/database';
import type { AlarmSettingsTable } from '@placard/db/schema/health';
import { basisPointsOf, percentOf } from '@placard/domain/basis-points';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

type Fields = z.output<typeof alarmThresholds>;
export type Thresholds = Fields & { version: number };

const percentOrNull = (bp: number | null) => (bp === null ? null : percentOf(bp));
const basisPointsOrNull = (percent: number | null) => (percent === null ? null : basisPointsOf(percent));

function thresholdsOf(row: Selectable<AlarmSettingsTable>): Thresholds {
  return {
    settlementSeconds: row.settlement_seconds,
    diskPercent: percentOf(row.disk_bp),
    fillPercent: percentOrNull(row.fill_bp),
    filteredPercent: percentOrNull(row.filtered_bp),
    latencyMs: row.latency_ms,
    spoolMegabytes: row.spool_megabytes,
    overDeliveredPercent: percentOrNull(row.over_delivered_bp),
    version: row.version,
  };
}

export async function readThresholds(db: Db): Promise<Thresholds> {
  return thresholdsOf(await db.selectFrom('alarm_settings').selectAll().executeTakeFirstOrThrow());
}

/** Changes from where on operators are told. @throws AppError `conflict_version` */
export async function updateThresholds(
  deps: HasDb & HasClock,
  actor: Actor,
  { version, ...fields }: Fields & { readonly version: number },
): Promise<Thresholds> {
  return await inTransaction(deps.db, async (trx) => {
    const before = await trx.selectFrom('alarm_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (before.version !== version) throw new AppError('conflict_version');
    const after = await trx
      .updateTable('alarm_settings')
      .set({
        settlement_seconds: fields.settlementSeconds,
        disk_bp: basisPointsOf(fields.diskPercent),
        fill_bp: basisPointsOrNull(fields.fillPercent),
        filtered_bp: basisPointsOrNull(fields.filteredPercent),
        latency_ms: fields.latencyMs,
        spool_megabytes: fields.spoolMegabytes,
        over_delivered_bp: basisPointsOrNull(fields.overDeliveredPercent),
        version: version + 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { version: _before, ...beforeFields } = thresholdsOf(before);
    const { version: _after, ...afterFields } = thresholdsOf(after);
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'alarms.update',
      subjectKind: 'settings',
      subjectId: null,
      detail: changesOf(beforeFields, afterFields),
      at: deps.clock(),
    });
    return thresholdsOf(after);
  });
}
