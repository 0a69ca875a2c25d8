import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asOperator,
  newCreative,
  newOwner,
  newWebsite,
  openWorld,
  reject,
  world,
} from './testing/appeal-world.ts';

beforeAll(openWorld);
beforeEach(newOwner);
afterAll(async () => {
  await world.api.close();
});

const approve = async (kind: string, id: number, seenRelated?: readonly number[]) =>
  await asOperator('/reviews/approve', { kind, id, version: 1, ...(seenRelated && { seenRelated }) });

/** What the log says last about a record, to the word. */
async function logged(kind: string, id: number): Promise<unknown> {
  const { rows } = await sql<{ action: string; by: number | null; as: string; detail: unknown }>`
    select action, actor_user_id as by, actor_kind as "as", detail from audit_log
     where subject_kind = ${kind} and subject_id = ${id} order by id desc limit 1`.execute(world.api.deps.db);
  return rows[0];
}

describe('the log of a verdict', () => {
  it('has who approved which version, and nothing that was not so', async () => {
    const id = await newCreative('pending');
    await approve('creative', id);
    expect(await logged('creative', id)).toEqual({
      ...{ action: 'creative.approve', by: world.operator.id, as: 'operator' },
      detail: { version: 1, status: { before: 'pending', after: 'active' } },
    });
  });

  it('names the websites of others that the operator has seen above and below', async () => {
    const others = [
      await newWebsite(`a.news-${world.made}.test`, world.stranger),
      await newWebsite(`b.news-${world.made}.test`, world.stranger),
    ];
    await sql`update website set status = 'pending' where id = ${world.websiteId}`.execute(world.api.deps.db);
    await approve('website', world.websiteId, others);
    expect(await logged('website', world.websiteId)).toEqual({
      ...{ action: 'website.approve', by: world.operator.id, as: 'operator' },
      detail: { related: others.join(', '), version: 1, status: { before: 'pending', after: 'active' } },
    });
  });

  it('has why something was rejected', async () => {
    await reject('website', world.websiteId);
    const why = { code: 'misleading', text: 'It promises too much.' };
    expect(await logged('website', world.websiteId)).toEqual({
      ...{ action: 'website.reject', by: world.operator.id, as: 'operator' },
      detail: { ...why, version: 1, status: { before: 'active', after: 'rejected' } },
    });
  });
});
