import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { TestUser } from './test-api.ts';

/** What an account has of everything that an operation names by a number. */
export const OWNED = {
  session: 'session',
  invitation: 'account_invitation',
  user: 'app_user',
  apiKey: 'api_key',
  campaign: 'campaign',
  adSet: 'ad_set',
  creative: 'creative',
  deposit: 'deposit',
  invoice: 'invoice',
  card: 'payment_method',
  website: 'website',
  widget: 'widget',
  payout: 'payout',
  profile: 'payment_profile',
  notice: 'notification',
  view: 'saved_view',
  webhook: 'webhook_endpoint',
  delivery: 'webhook_delivery',
  passkey: 'passkey',
  signInLink: 'sign_in_link',
  dataExport: 'data_export',
  selfBilling: 'invoice',
  account: 'account',
} as const;
export type Owned = keyof typeof OWNED;
export type OwnedIds = Readonly<Record<Owned, number>>;

const key = () => randomBytes(12).toString('hex');

/** Gives an account one of everything. `who` has signed in, so a session is there. */
export async function giveEverything(pool: Pool, who: TestUser): Promise<OwnedIds> {
  const insert = async (table: string, values: Readonly<Record<string, unknown>>, returning = 'id') => {
    const names = Object.keys(values);
    const places = names.map((_, index) => `$${index + 1}`);
    const { rows } = await pool.query<Record<string, unknown>>(
      `insert into ${table} (${names.join()}) values (${places.join()}) returning ${returning}`,
      Object.values(values),
    );
    return Number(rows[0]?.[returning]);
  };
  const { id: user, accountId: account } = who;
  const campaign = await insert('campaign', {
    ...{
      advertiser_id: account,
      name: 'Autumn',
      objective: 'BRAND_AWARENESS',
      total_budget_micros: 10_000_000,
    },
    ...{ start_date: '2026-03-01', status: 'active', approved_at: '2026-03-01', analytics_key: key() },
  });
  const adSet = await insert('ad_set', {
    campaign_id: campaign,
    name: 'All',
    total_budget_micros: 10_000_000,
  });
  const image = await insert('image', {
    ...{
      owner_id: account,
      file_key: `${randomBytes(32).toString('hex')}.webp`,
      width_px: 300,
      height_px: 250,
    },
    ...{ size_bytes: 1_000, media_type: 'image/webp' },
  });
  const creative = await insert('creative', {
    ...{
      advertiser_id: account,
      name: 'Lamp',
      type: 'image',
      width_px: 300,
      height_px: 250,
      image_id: image,
    },
    ...{ alt_text: 'A lamp', click_url: 'https://shop.test/', status: 'active', public_key: key() },
  });
  await insert('creative_ad_set', { creative_id: creative, ad_set_id: adSet }, 'creative_id');
  const website = await insert('website', {
    ...{ publisher_id: account, domain: `${key()}.test`, categories: '{news}', monthly_traffic: 1_000 },
    ...{ status: 'active', analytics_key: key() },
  });
  const widget = await insert('widget', {
    website_id: website,
    type: 'banner',
    name: 'Top',
    embed_key: key(),
  });
  const profile = await insert('payment_profile', {
    ...{
      publisher_id: account,
      name: 'Bank',
      type: 'paypal',
      details_sealed: Buffer.from('x'),
      masked: '{}',
    },
  });
  const payout = await insert('payout', {
    ...{ publisher_id: account, amount_micros: 10_000_000, method: 'paypal', payment_profile_id: profile },
    details_sealed: Buffer.from('x'),
  });
  const deposit = await insert('deposit', {
    ...{ advertiser_id: account, gateway: 'manual', amount_micros: 10_000_000, reference: key() },
  });
  const nextNumber = async () =>
    Number(
      (await pool.query<{ next: number }>('select coalesce(max(number), 0) + 1 as next from invoice')).rows[0]
        ?.next,
    );
  const webhook = await insert('webhook_endpoint', {
    ...{ account_id: account, url: 'https://hooks.test/', event_types: '{campaign.completed}' },
    ...{ secret_sealed: Buffer.from('x'), created_by: user },
  });
  const event = await insert('webhook_event', {
    account_id: account,
    type: 'campaign.completed',
    data: '{}',
  });
  return {
    ...{ campaign, adSet, creative, website, widget, profile, deposit, webhook, user, account, payout },
    ...(await giveWaysIn(insert, who)),
    session: who.actor.sessionId,
    invitation: await insert('account_invitation', {
      ...{ account_id: account, email: `${key()}@new.test`, role: 'viewer', token_sha256: randomBytes(32) },
      ...{ invited_by: user, expires_at: '2027-01-01' },
    }),
    apiKey: await insert('api_key', {
      ...{
        account_id: account,
        user_id: user,
        name: 'Nightly',
        hint: 'pk_1',
        token_sha256: randomBytes(32),
        scopes: '{read}',
      },
    }),
    invoice: await insert(
      'invoice',
      {
        number: await nextNumber(),
        advertiser_id: account,
        kind: 'deposit',
        amount_cents: 1_000,
        currency: 'USD',
      },
      'number',
    ),
    selfBilling: await insert(
      'invoice',
      {
        ...{ number: await nextNumber(), advertiser_id: account, kind: 'self_billing', payout_id: payout },
        ...{
          amount_cents: 1_000,
          currency: 'USD',
          period_from: '2026-01-01',
          period_to: '2026-01-31',
          withheld_cents: 0,
        },
      },
      'number',
    ),
    card: await insert('payment_method', {
      ...{ advertiser_id: account, gateway: 'test_card', gateway_id: key(), brand: 'visa', last4: '4242' },
      ...{ expires_month: 1, expires_year: 2030 },
    }),
    notice: await insert('notification', {
      user_id: user,
      account_id: account,
      kind: 'wallet.low',
      detail: '{}',
    }),
    view: await insert('saved_view', {
      account_id: account,
      user_id: user,
      screen: 'statistics',
      name: key(),
    }),
    delivery: await insert('webhook_delivery', { endpoint_id: webhook, event_id: event }),
  };
}

type Insert = (table: string, values: Readonly<Record<string, unknown>>) => Promise<number>;

/** What is the person's own: ways to sign in, and the archive that they asked for. */
async function giveWaysIn(insert: Insert, { id: user, accountId: account }: TestUser) {
  const at = '2026-03-01';
  return {
    passkey: await insert('passkey', {
      ...{ user_id: user, credential_id: randomBytes(16), public_key: Buffer.from('x'), counter: 0 },
      ...{ transports: [], name: 'Key', created_at: at },
    }),
    signInLink: await insert('sign_in_link', {
      ...{ user_id: user, issuer: 'https://house.test', subject: key(), created_at: at },
    }),
    dataExport: await insert('data_export', {
      ...{ account_id: account, user_id: user, scope: 'account', status: 'ready', asked_at: at },
      ...{ ready_at: at, expires_at: '2027-01-01', size_bytes: 0 },
    }),
  };
}

/** The rows of `ids` as they are. */
export async function rowsOf(pool: Pool, ids: OwnedIds): Promise<Readonly<Record<string, unknown>>> {
  const rows: Record<string, unknown> = {};
  for (const [owned, table] of Object.entries(OWNED)) {
    const column = table === 'invoice' ? 'number' : 'id';
    const found = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where ${column} = $1`,
      [ids[owned as Owned]],
    );
    rows[owned] = found.rows[0]?.row;
  }
  return rows;
}
