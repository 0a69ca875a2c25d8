import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { CAMPAIGN_STATUSES, CAMPAIGN_TRANSITIONS } from '@placard/domain/campaign/status';
import { CREATIVE_STATUSES, CREATIVE_TRANSITIONS } from '@placard/domain/creative/status';
import type { Actor as Who } from '@placard/domain/roles';
import { WEBSITE_STATUSES, WEBSITE_TRANSITIONS } from '@placard/domain/website/status';
import { WIDGET_STATUSES, WIDGET_TRANSITIONS } from '@placard/domain/widget/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { actOnCampaign, type CampaignAct } from '../campaigns/act-on-campaign.ts';
import { duplicateCampaign } from '../campaigns/duplicate-campaign.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { actOnCreative, type CreativeAct } from '../creatives/act-on-creative.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { updateContent } from '../creatives/update-creative.ts';
import { actOnWebsite, createWebsite, updateWebsite, type WebsiteAct } from '../websites/edit-website.ts';
import { actOnWidget, createWidget, updateWidget, type WidgetAct } from '../widgets/edit-widget.ts';
import { campaignFieldsOf, createActor, createTestCampaign, type TestDeps, testDeps } from './fixtures.ts';

// Every status × every action its owner may press, generated from the domain's tables: what a table forbids is
// refused with a conflict that names the present status and changes nothing; what it allows leads where it says.

type Rule = { readonly to: string; readonly by: readonly Who[] };
type Table = Readonly<Record<string, Readonly<Record<string, Rule | undefined>>>>;

let database: TestDatabase;
let deps: TestDeps;
let advertiser: Actor;
let publisher: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  advertiser = await createActor(database.db, ['advertiser']);
  publisher = await createActor(database.db, ['publisher']);
});
afterAll(async () => {
  await database.drop();
});

const rowOf = async (table: string, id: number): Promise<Record<string, unknown>> => {
  const { rows } = await database.pool.query(`select * from ${table} where id = $1`, [id]);
  return rows[0];
};

async function check(
  table: string,
  id: number,
  rule: Rule | undefined,
  actor: Who,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = await rowOf(table, id);
  const allowed = rule?.by.includes(actor) === true;
  let refused: unknown = null;
  try {
    await act();
  } catch (error) {
    refused = error;
  }
  const after = await rowOf(table, id);
  if (allowed) {
    expect(refused).toBeNull();
    expect(after.status).toBe(rule?.to);
  } else {
    expect(refused).toBeInstanceOf(AppError);
    expect((refused as AppError).code).toBe('conflict_status');
    expect((refused as AppError).message).toContain(String(before.status));
    expect(after).toEqual(before);
  }
}

function pairs(statuses: readonly string[], actions: readonly string[]): [string, string][] {
  return statuses.flatMap((status) => actions.map((action): [string, string] => [status, action]));
}

describe('campaign', () => {
  const table: Table = CAMPAIGN_TRANSITIONS;
  const actions = ['publish', 'activate', 'pause', 'cancel', 'archive', 'edit', 'duplicate'];
  it.each(pairs(CAMPAIGN_STATUSES, actions))('%s: %s', async (status, action) => {
    const { campaignId: id } = await createTestCampaign(deps, advertiser);
    // activate asks for an approval, publish of a paused one for none
    const approved = action === 'activate' || status === 'active' ? 'now()' : 'null';
    await database.pool.query(`update campaign set status = $2, approved_at = ${approved} where id = $1`, [
      id,
      status,
    ]);
    const { objective: _, ...fields } = campaignFieldsOf('Edited');
    await check('campaign', id, table[status]?.[action], 'advertiser', async () => {
      if (action === 'edit') return await updateCampaign(deps, advertiser, { ...fields, id, version: 1 });
      if (action === 'duplicate') return await duplicateCampaign(deps, advertiser, { id });
      return await actOnCampaign(deps, advertiser, { id, action: action as CampaignAct });
    });
  });
});

describe('creative', () => {
  const table: Table = CREATIVE_TRANSITIONS;
  const actions = ['activate', 'pause', 'archive', 'editContent'];
  it.each(pairs(CREATIVE_STATUSES, actions))('%s: %s', async (status, action) => {
    const { adSetId } = await createTestCampaign(deps, advertiser);
    const content = { type: 'third_party' as const, size: { width: 300, height: 250 }, adCode: '<b>' };
    const { id } = await createCreative(deps, advertiser, {
      basicInfo: { name: 'Code', description: '' },
      content,
      adSetIds: [adSetId],
      requestKey: `matrix-${status}-${action}`,
    });
    await database.pool.query('update creative set status = $2 where id = $1', [id, status]);
    await check('creative', id, table[status]?.[action], 'advertiser', async () =>
      action === 'editContent'
        ? await updateContent(deps, advertiser, { id, version: 1, content: { ...content, adCode: '<i>' } })
        : await actOnCreative(deps, advertiser, { id, action: action as CreativeAct }),
    );
  });
});

let sites = 0;
async function createSite(): Promise<number> {
  sites += 1;
  const input = { domain: `matrix-${sites}.example`, categories: ['pets' as const], traffic: { custom: 5 } };
  return (await createWebsite(deps, publisher, input)).id;
}

describe('website', () => {
  const table: Table = WEBSITE_TRANSITIONS;
  const actions = ['activate', 'suspend', 'delete', 'edit'];
  it.each(pairs(WEBSITE_STATUSES, actions))('%s: %s', async (status, action) => {
    const id = await createSite();
    const by = status === 'suspended' ? 'publisher' : null;
    await database.pool.query('update website set status = $2, suspended_by = $3 where id = $1', [
      id,
      status,
      by,
    ]);
    const rule = table[status]?.[action] ?? (action === 'edit' ? table[status]?.resubmit : undefined);
    await check('website', id, rule, 'publisher', async () =>
      action === 'edit'
        ? await updateWebsite(deps, publisher, {
            id,
            version: 1,
            categories: ['travel'],
            traffic: { custom: 6 },
          })
        : await actOnWebsite(deps, publisher, { id, action: action as WebsiteAct }),
    );
  });
});

describe('widget', () => {
  const table: Table = WIDGET_TRANSITIONS;
  const actions = ['activate', 'suspend', 'archive', 'edit'];
  it.each(pairs(WIDGET_STATUSES, actions))('%s: %s', async (status, action) => {
    const websiteId = await createSite();
    await database.pool.query("update website set status = 'active' where id = $1", [websiteId]);
    const fields = {
      name: 'w',
      headingTitle: null,
      sizes: [{ width: 300, height: 250 }],
      floorCpm: null,
      fallbackHtml: '',
      lazy: true,
    };
    const { id } = await createWidget(deps, publisher, { ...fields, websiteId, type: 'banner' });
    await database.pool.query('update widget set status = $2 where id = $1', [id, status]);
    await check('widget', id, table[status]?.[action], 'publisher', async () =>
      action === 'edit'
        ? await updateWidget(deps, publisher, { ...fields, name: 'renamed', websiteId, id, version: 1 })
        : await actOnWidget(deps, publisher, { websiteId, id, action: action as WidgetAct }),
    );
  });
});
