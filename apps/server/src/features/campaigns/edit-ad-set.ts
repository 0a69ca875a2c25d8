import type { AdSet } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import type { AuditDetail } from '@placard/domain/audit';
import { MAX_OPEN_AD_SETS, NAME_LENGTH_LIMIT } from '@placard/domain/campaign/rules';
import { copyName } from '@placard/domain/copy-name';
import type { Kysely } from 'kysely';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditOf, changesOf } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { writeLocked } from '../write-locked.ts';
import { campaignOfAdSet, loadAdSet, toAdSet } from './ad-set-record.ts';
import {
  type AdSetFields,
  type AdSetValues,
  adSetValues,
  budgetsOf,
  describeAdSet,
  pickAdSetValues,
  refuseBrokenAdSet,
} from './ad-set-values.ts';
import { todayOf } from './campaign-record.ts';
import { type LockedCampaign, lockCampaign, markEdited, statusAfterEdit } from './lock-campaign.ts';

const audit = auditOf('advertiser', 'ad_set');

// Every change of an ad set locks its campaign first: an edit pauses the campaign, and what is reviewed is both.

type Deps = HasDb & HasClock;

/** Adds an ad set: an edit of its campaign. @throws AppError `campaign_not_found`, `conflict_status`, `invalid_input`. */
export async function createAdSet(
  deps: Deps,
  actor: Actor,
  input: AdSetFields & { readonly campaignId: number },
): Promise<AdSet> {
  return await inTransaction(deps.db, async (db) => {
    const campaign = await lockCampaign(db, actor, input.campaignId);
    statusAfterEdit(campaign);
    const values = adSetValues(input, budgetsOf(campaign));
    refuseBrokenAdSet(values, budgetsOf(campaign), 0n, '');
    return await insertAdSet({ ...deps, db }, actor, campaign, values, 'ad_set.create', {
      name: values.name,
    });
  });
}

/** Saves an ad set's fields. @throws AppError `ad_set_not_found`, `conflict_version`, `conflict_status`, `invalid_input`. */
export async function updateAdSet(
  deps: Deps,
  actor: Actor,
  input: AdSetFields & { readonly id: number; readonly version: number },
): Promise<AdSet> {
  const now = deps.clock();
  const today = todayOf(deps, actor);
  return await inTransaction(deps.db, async (db) => {
    const { adSet, campaign } = await lockAdSet(db, actor, input.id, 'edited');
    const status = statusAfterEdit(campaign);
    if (adSet.version !== input.version) throw new AppError('conflict_version');
    const values = adSetValues(input, budgetsOf(campaign));
    const changes = changesOf(describeAdSet(pickAdSetValues(adSet)), describeAdSet(values));
    if (Object.keys(changes).length > 0) {
      const { spent_micros } = await loadAdSet(db, actor, input.id, today);
      refuseBrokenAdSet(values, budgetsOf(campaign), spent_micros, '');
      await db
        .updateTable('ad_set')
        .set({ ...values, updated_at: now, version: adSet.version + 1 })
        .where('id', '=', adSet.id)
        .execute();
      await markEdited(db, campaign, now);
      await audit(db, actor, 'ad_set.edit', adSet.id, now, {
        ...changes,
        ...changesOf({ campaignStatus: campaign.status }, { campaignStatus: status }),
      });
    }
    return toAdSet(await loadAdSet(db, actor, input.id, today));
  });
}

/** Copies an ad set without its creatives into the same campaign. @throws as createAdSet does. */
export async function duplicateAdSet(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number },
): Promise<AdSet> {
  return await inTransaction(deps.db, async (db) => {
    const { adSet, campaign } = await lockAdSet(db, actor, input.id, 'duplicated');
    statusAfterEdit(campaign, 'given another ad set');
    const values = { ...pickAdSetValues(adSet), name: copyName(adSet.name, NAME_LENGTH_LIMIT) };
    return await insertAdSet({ ...deps, db }, actor, campaign, values, 'ad_set.duplicate', {
      from: adSet.id,
    });
  });
}

/**
 * Archives an ad set for good. It only takes away from what was approved, so the campaign keeps its status; one that
 * is under review is not what the reviewer saw any more, which its version tells.
 * @throws AppError `ad_set_not_found`, `conflict_status`.
 */
export async function archiveAdSet(deps: Deps, actor: Actor, input: { readonly id: number }): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (db) => {
    const { adSet, campaign } = await lockAdSet(db, actor, input.id, 'archived');
    statusAfterEdit(campaign);
    await db
      .updateTable('ad_set')
      .set({ archived_at: now, updated_at: now, version: adSet.version + 1 })
      .where('id', '=', adSet.id)
      .where('archived_at', 'is', null)
      .execute();
    await writeLocked(db, 'campaign', campaign, {}, now);
    await audit(db, actor, 'ad_set.archive', adSet.id, now, {
      name: adSet.name,
      archived: { before: false, after: true },
    });
  });
}

/** The actor's ad set with its campaign, both locked. */
async function lockAdSet(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  cannot: 'edited' | 'duplicated' | 'archived',
) {
  const campaign = await lockCampaign(db, actor, await campaignOfAdSet(db, actor, id));
  const adSet = await db
    .selectFrom('ad_set')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (adSet.archived_at !== null) {
    throw new AppError('conflict_status', { reason: `ad_set_cannot_be_${cannot}` });
  }
  return { adSet, campaign };
}

async function insertAdSet(
  deps: Deps,
  actor: Actor,
  campaign: LockedCampaign,
  values: AdSetValues,
  action: string,
  detail: AuditDetail,
): Promise<AdSet> {
  const now = deps.clock();
  await refuseTooMany(deps.db, campaign.id);
  const { id } = await deps.db
    .insertInto('ad_set')
    .values({ ...values, campaign_id: campaign.id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await markEdited(deps.db, campaign, now);
  await audit(deps.db, actor, action, id, now, detail);
  return toAdSet(await loadAdSet(deps.db, actor, id, todayOf(deps, actor)));
}

/** To be called under the campaign's lock, so that two at once cannot both be the last. */
async function refuseTooMany(db: Kysely<Database>, campaignId: number): Promise<void> {
  const { open } = await db
    .selectFrom('ad_set')
    .select((eb) => eb.fn.countAll<bigint>().as('open'))
    .where('campaign_id', '=', campaignId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  refuseFull(open, MAX_OPEN_AD_SETS, 'ad_sets_full');
}
