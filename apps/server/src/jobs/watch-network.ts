import type { Tx } from '@placard/db/database';
import { type AlarmSteps, alarmSteps, type NotedAlarm } from '@placard/domain/health/alarm-steps';
import { isOverDelivered } from '@placard/domain/health/alarm-thresholds';
import { type Alarm, type AlarmKind, alarmsOf, type NetworkState } from '@placard/domain/home/alarms';
import { localDayAt } from '@placard/domain/time-zone';
import { SAMPLE_KEPT_MS } from '@placard/domain/traffic/event-sample';
import { sql } from 'kysely';
import type { HasAnalytics } from '../analytics/open-analytics.ts';
import { type Batches, deleteInBatches } from '../delete-in-batches.ts';
import type { HasClock, HasDb, HasDisks, HasMailServer, HasUrls } from '../deps.ts';
import { readNetworkState } from '../features/health/network-state.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { answer } from '../features/reports/give-report.ts';
import { networkName } from '../features/settings/network-name.ts';
import { activeOperators } from '../features/users/active-operators.ts';
import { mailPart, mailText } from '../mail/mail-text.ts';

type Deps = HasDb & HasClock & HasDisks & HasMailServer & HasAnalytics & Pick<HasUrls, 'publicUrl'>;

/** Their advertisers are told; the operator's home shows it. */
const NOT_TOLD: readonly AlarmKind[] = ['wallets_empty'];
/** Minutes of ad servers that the day's chart no longer shows. */
const KEPT_MS = 2 * 24 * 3_600_000;

/**
 * Looks whether anything is beyond its threshold, and tells operators and the network's webhooks when it has lasted, and
 * when it is over again. What is noted and what is told are written together, so that neither a crash nor a second worker
 * tells twice or not at all.
 * @returns what began and what is over
 */
export async function watchNetwork(
  deps: Deps,
  batches: Batches = {},
): Promise<{ begun: AlarmKind[]; over: AlarmKind[] }> {
  const now = deps.clock();
  const state = await readNetworkState(deps);
  const overDeliveredSinceMs = await overDelivered(deps, state);
  const found = alarmsOf({ ...state, overDeliveredSinceMs }).filter(({ kind }) => !NOT_TOLD.includes(kind));
  const told = await inTransaction(deps.db, async (trx) => {
    await sql`lock table network_alarm in share row exclusive mode`.execute(trx);
    const rows = await trx.selectFrom('network_alarm').selectAll().execute();
    const before = rows.map(
      (row): NotedAlarm<AlarmKind> => ({
        kind: row.kind,
        firstSeenMs: row.first_seen_at.getTime(),
        lastSeenMs: row.last_seen_at.getTime(),
        toldMs: row.told_at?.getTime() ?? null,
      }),
    );
    const kinds = found.map(({ kind }) => kind);
    const steps = alarmSteps(before, kinds, now.getTime());
    await note(trx, steps, levelsOf(rows, found));
    for (const kind of steps.begun) await tell(deps, trx, 'begin', kind, now);
    for (const { kind } of steps.over) await tell(deps, trx, 'end', kind, now);
    return { begun: [...steps.begun], over: steps.over.map(({ kind }) => kind) };
  });
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteInBatches(deps.db, 'delivery_minute', sql`t.minute < ${before(KEPT_MS)}`, batches);
  await deleteInBatches(deps.db, 'traffic_sample', sql`t.at < ${before(SAMPLE_KEPT_MS)}`, batches);
  return told;
}

/** Since when; null where it is not, or nobody wants to know. */
async function overDelivered(deps: Deps, state: NetworkState): Promise<number | null> {
  if (state.thresholds.overDeliveredPercent === null) return null;
  const { time_zone: timeZone } = await deps.db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const today = localDayAt(timeZone, state.nowMs);
  const { overDeliveredSinceMs } = state;
  // Nothing was loaded since it was last asked, so it would say what it said.
  if (overDeliveredSinceMs === null && deps.analytics.apart?.rests === true) return null;
  const asked = { metrics: ['overDeliveredValue', 'spend'], timeZone, from: today, to: today } as const;
  // Reports that are away say nothing new.
  const report = await answer(deps, { network: true }, asked).catch(() => null);
  if (report === null) return overDeliveredSinceMs;
  const { totals } = report;
  const micros = (value: unknown) => (typeof value === 'bigint' ? value : 0n);
  const free = { freeMicros: micros(totals.overDeliveredValue), spentMicros: micros(totals.spend) };
  return isOverDelivered(free, state.thresholds) ? (overDeliveredSinceMs ?? state.nowMs) : null;
}

function levelsOf(
  rows: readonly { readonly kind: AlarmKind; readonly level: Alarm['level'] }[],
  found: readonly Alarm[],
): ReadonlyMap<AlarmKind, Alarm['level']> {
  return new Map([...rows, ...found].map(({ kind, level }) => [kind, level]));
}

async function note(
  trx: Tx,
  { noted }: AlarmSteps<AlarmKind>,
  levels: ReadonlyMap<AlarmKind, Alarm['level']>,
): Promise<void> {
  await trx.deleteFrom('network_alarm').execute();
  if (noted.length === 0) return;
  await trx
    .insertInto('network_alarm')
    .values(
      noted.map(({ kind, firstSeenMs, lastSeenMs, toldMs }) => ({
        kind,
        level: levels.get(kind) ?? 'look',
        first_seen_at: new Date(firstSeenMs),
        last_seen_at: new Date(lastSeenMs),
        told_at: toldMs === null ? null : new Date(toldMs),
      })),
    )
    .execute();
}

async function tell(deps: Deps, trx: Tx, step: 'begin' | 'end', kind: AlarmKind, at: Date): Promise<void> {
  const values = {
    network: await networkName(trx),
    what: mailPart(`alarm.${kind}`),
    url: `${deps.publicUrl}/operator/health`,
  };
  const mail = step === 'begin' ? mailText('alarmBegun', values) : mailText('alarmOver', values);
  for (const { id } of await activeOperators(trx))
    await notify(trx, { userId: id, kind: `alarm.${step}`, data: { alarm: kind }, mail, at });
  const event = step === 'begin' ? 'network.alarm_begun' : 'network.alarm_over';
  const about = JSON.stringify({ alarm: kind, at: at.toISOString() });
  await sql`select webhook_tell(null, ${event}, ${about}::jsonb)`.execute(trx);
}
