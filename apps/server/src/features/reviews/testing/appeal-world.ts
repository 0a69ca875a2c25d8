import type { OwnAppeal } from '@placard/contract/appeals';
import type { Creative } from '@placard/contract/creatives';
import type { ReviewItem } from '@placard/contract/reviews';
import type { Website } from '@placard/contract/websites';
import { sql } from 'kysely';
import { createTestApi, type TestApi, type TestUser } from '../../../http/testing/test-api.ts';
import { randomKey } from '../../random-key.ts';

type World = {
  readonly api: TestApi;
  readonly operator: TestUser;
  readonly stranger: TestUser;
  owner: TestUser;
  creativeId: number;
  websiteId: number;
  made: number;
};

export let world: World;

/** An operator, a stranger, and nothing decided about yet. */
export async function openWorld(): Promise<void> {
  const api = await createTestApi();
  const operator = await api.user({ roles: ['operator'], firstName: 'Olga', lastName: 'Pine' });
  const stranger = await api.user({ roles: ['advertiser', 'publisher'] });
  world = { api, operator, stranger, owner: stranger, creativeId: 0, websiteId: 0, made: 0 };
}

/** Another owner with an active creative and an active website. */
export async function newOwner(): Promise<void> {
  world.owner = await world.api.user({ roles: ['advertiser', 'publisher'] });
  world.creativeId = await newCreative();
  world.websiteId = await newWebsite(`news-${world.made}.test`);
}

export async function newCreative(status = 'active'): Promise<number> {
  world.made += 1;
  const { id } = await world.api.deps.db
    .insertInto('creative')
    .values({
      ...{
        advertiser_id: world.owner.accountId,
        name: `Lantern ${world.made}`,
        type: 'third_party',
        ad_code: '<b>ad</b>',
      },
      ...{ width_px: 300, height_px: 250, approved_at: world.api.now, public_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update creative set status = ${status} where id = ${id}`.execute(world.api.deps.db);
  return id;
}

export async function newWebsite(domain: string, publisher = world.owner): Promise<number> {
  const { id } = await world.api.deps.db
    .insertInto('website')
    .values({
      ...{ publisher_id: publisher.accountId, domain, categories: ['news'], monthly_traffic: 1_000 },
      ...{ status: 'active', analytics_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const asOperator = async (path: string, body: object) =>
  await world.api.call('POST', `/operator${path}`, { token: world.operator.token, body });
export const asOwner = async (path: string, body: object, headers: Record<string, string> = {}) =>
  await world.api.call('POST', path, { token: world.owner.token, body, headers });
export const get = async <Data>(path: string, user = world.owner): Promise<Data> =>
  (await world.api.call('GET', path, { token: user.token })).data as Data;

export const reject = async (kind: 'creative' | 'website', id: number, version = 1) =>
  await asOperator('/reviews/reject', {
    kind,
    id,
    version,
    code: 'misleading',
    text: 'It promises too much.',
  });
export const takeDown = async (id = world.creativeId, version = 1) =>
  await asOperator(`/creatives/${id}/take-down`, { version, code: 'other', text: 'Out.' });
export const suspend = async (version = 1) =>
  await asOperator(`/websites/${world.websiteId}/suspend`, { version, text: 'No people there.' });

export const appealCreative = async (body: object = {}, id = world.creativeId) =>
  await asOwner(`/advertiser/creatives/${id}/appeals`, { version: 2, text: 'It promises little.', ...body });
export const appealWebsite = async (body: object = {}) =>
  await asOwner(`/publisher/websites/${world.websiteId}/appeals`, {
    version: 2,
    text: 'People live there.',
    ...body,
  });
export const grant = async (id: number, body: object = {}) =>
  await asOperator(`/reviews/appeals/${id}/grant`, { version: 2, ...body });
export const uphold = async (id: number, body: object = {}) =>
  await asOperator(`/reviews/appeals/${id}/uphold`, { version: 2, text: 'It still does.', ...body });

export const creative = async () => await get<Creative>(`/advertiser/creatives/${world.creativeId}`);
export const website = async () => await get<Website>(`/publisher/websites/${world.websiteId}`);
export const idOf = (answer: { data: unknown }) => (answer.data as OwnAppeal).id;
export const codeOf = (answer: { status: number; error: { code: string } | undefined }) => [
  answer.status,
  answer.error?.code,
];

export async function queued(kind: string): Promise<ReviewItem | undefined> {
  const { items } = await get<{ items: ReviewItem[] }>(
    `/operator/reviews?kind=${kind}&pageSize=50`,
    world.operator,
  );
  return items.find((item) => item.owner.id === world.owner.accountId && item.appeal !== null);
}

export async function told() {
  const { rows } = await sql<{ kind: string; detail: unknown }>`
    select kind, detail from notification where user_id = ${world.owner.id} order by id desc limit 1`.execute(
    world.api.deps.db,
  );
  const mails = await sql<{ subject: string; body_text: string }>`
    select subject, body_text from mail_outbox where to_email = (select email from app_user where id = ${world.owner.id})
     order by id desc limit 1`.execute(world.api.deps.db);
  return { ...rows[0], ...mails.rows[0] };
}

export async function trail(id: number): Promise<unknown[]> {
  const { rows } = await sql<{ action: string; by: number | null; status: unknown }>`
    select action, actor_user_id as by, detail -> 'status' as status from audit_log
     where subject_kind = 'appeal' and subject_id = ${id} order by id`.execute(world.api.deps.db);
  return rows.map(({ action, by, status }) => [action, by, status]);
}
