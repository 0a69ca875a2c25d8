import type { CAMPAIGN_SORTS } from '@placard/contract/campaigns';
import type { Diagnosis } from '@placard/contract/diagnosis';
import {
  CAMPAIGN_OPERATOR_ACTIONS,
  type CampaignOfOperator,
  type ModeratedCampaign,
} from '@placard/contract/moderated-campaigns';
import type { LISTED_LIMITS } from '@placard/domain/campaign/note';
import { CAMPAIGN_TRANSITIONS, type CampaignStatus } from '@placard/domain/campaign/status';
import type { Micros } from '@placard/domain/micros';
import { allowedActions } from '@placard/domain/status-table';
import { localDayAt } from '@placard/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { ownerJson } from '../accounts/account-name.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { loadCampaigns, toCampaignRow } from '../campaigns/campaign-record.ts';
import { getCampaign } from '../campaigns/get-campaign.ts';
import { wouldRun } from '../campaigns/would-run.ts';
import { allOf } from '../day-range.ts';
import { diagnoseCampaign } from '../diagnosis/diagnose-campaign.ts';
import { countRows } from '../list-count.ts';
import { idSearched, type ListQuery, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { isTagged } from '../tagged.ts';
import { type Owner, ownerOf } from './as-owner.ts';

const SORTS = {
  name: sql`c.name`,
  status: sql`c.status`,
  totalBudget: sql`c.total_budget_micros`,
  createdAt: sql`c.created_at`,
  startDate: sql`c.start_date`,
  endDate: sql`coalesce(c.end_date, 'infinity')`,
} satisfies Record<(typeof CAMPAIGN_SORTS)[number], RawBuilder<unknown>>;

type Query = ListQuery & {
  readonly status?: CampaignStatus | undefined;
  readonly account?: number | undefined;
  readonly limitedBy?: (typeof LISTED_LIMITS)[number] | undefined;
  readonly tag?: string | undefined;
};

type Found = {
  readonly id: number;
  readonly owner: Owner['card'];
  readonly timeZone: string;
  readonly walletMicros: Micros;
};

/** Campaigns of all advertisers, newest first; archived ones appear only when asked for by status. */
export async function listModeratedCampaigns(
  deps: HasDb & HasClock,
  query: Query,
): Promise<{ items: ModeratedCampaign[]; total: number; more: boolean }> {
  const { db } = deps;
  const from = sql`from campaign c join account_card u on u.id = c.advertiser_id where ${allOf(conditionsOf(query, deps.clock()))}`;
  const { column, direction } = sortOrNewest<RawBuilder<unknown>>(query.sort, SORTS);
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const { limit, offset } = pageOf(query);
  const [{ rows }, total] = await Promise.all([
    sql<Found>`
      select c.id, ${ownerJson()} as owner, u.time_zone as "timeZone",
             coalesce((select balance_micros from ledger_account l
                        where l.kind = 'advertiser_wallet' and l.owner_id = u.id), 0)::int8 as "walletMicros"
        ${from} order by ${column} ${way}, c.id ${way} limit ${limit} offset ${offset}`.execute(db),
    countRows(db, from),
  ]);
  return { items: await rowsOf(deps, rows), ...total };
}

function conditionsOf({ status, account, limitedBy, tag, search }: Query, now: Date): RawBuilder<SqlBool>[] {
  const conditions = [
    status === undefined ? sql<SqlBool>`c.status <> 'archived'` : sql<SqlBool>`c.status = ${status}`,
  ];
  if (account !== undefined) conditions.push(sql<SqlBool>`c.advertiser_id = ${account}`);
  if (limitedBy !== undefined) {
    conditions.push(sql<SqlBool>`${wouldRun(now, 'u')} and u.status = 'active'
      and exists (select from wallet_watch w where w.advertiser_id = c.advertiser_id and w.level = 'empty')`);
  }
  if (tag !== undefined) conditions.push(isTagged('campaign', 'c.id', tag));
  const pattern = searchPattern(search);
  if (pattern !== null) {
    const id = idSearched(search);
    conditions.push(sql<SqlBool>`(c.name ilike ${pattern} or u.email ilike ${pattern} or u.company ilike ${pattern}
      or ${id === null ? sql`false` : sql`c.id = ${id}`})`);
  }
  return conditions;
}

/** The rows in their order. What today is differs between accounts: those of one day are read together. */
async function rowsOf(deps: HasDb & HasClock, found: readonly Found[]): Promise<ModeratedCampaign[]> {
  const nowMs = deps.clock().getTime();
  const days = new Map(found.map(({ timeZone }) => [timeZone, localDayAt(timeZone, nowMs)]));
  const dayOf = (row: Found) => days.get(row.timeZone) ?? '';
  const rows = new Map<number, ModeratedCampaign>();
  for (const today of new Set(days.values())) {
    const ofDay = found.filter((row) => dayOf(row) === today);
    const byId = new Map(ofDay.map((row) => [row.id, row]));
    for (const record of await loadCampaigns(deps.db, 'everybody', [...byId.keys()], today)) {
      const of = byId.get(record.id);
      if (of === undefined) continue;
      rows.set(record.id, {
        ...toCampaignRow(record, today, of.walletMicros),
        owner: of.owner,
        actions: actionsOf(record.status),
      });
    }
  }
  return found.flatMap(({ id }) => rows.get(id) ?? []);
}

function actionsOf(status: CampaignStatus): ModeratedCampaign['actions'] {
  const allowed: string[] = allowedActions(CAMPAIGN_TRANSITIONS, 'operator', status, {});
  return CAMPAIGN_OPERATOR_ACTIONS.filter((action) => allowed.includes(action));
}

/** @throws AppError `campaign_not_found` */
async function ownerOfCampaign({ db }: HasDb, id: number): Promise<Owner> {
  const owner = await ownerOf(db, 'campaign', id);
  if (owner === null) throw new AppError('campaign_not_found');
  return owner;
}

/** A campaign as its advertiser sees it, with what the operator may do. @throws AppError `campaign_not_found`. */
export async function readModeratedCampaign(deps: HasDb & HasClock, id: number): Promise<CampaignOfOperator> {
  const { actor, card } = await ownerOfCampaign(deps, id);
  const { analyticsKey: _, ...campaign } = await getCampaign(deps, actor, { id });
  return {
    ...campaign,
    owner: card,
    actions: actionsOf(campaign.status),
    timeZone: actor.timeZone,
    currency: await readCurrency(deps.db),
  };
}

/** Why it isn't serving, as its advertiser is told. @throws AppError `campaign_not_found`. */
export async function diagnoseModeratedCampaign(deps: HasDb & HasClock, id: number): Promise<Diagnosis> {
  const { actor } = await ownerOfCampaign(deps, id);
  return await diagnoseCampaign(deps, actor, { id });
}
