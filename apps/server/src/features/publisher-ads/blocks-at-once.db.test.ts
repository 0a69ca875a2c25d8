import { BLOCKS_MAX } from '@placard/domain/website/blocks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { createWebsite } from '../websites/edit-website.ts';
import { addBlocks } from './edit-blocks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => await api.close());

it('a list ends where it does also where two had counted it before either was written', async () => {
  const publisher = await api.user({ roles: ['publisher'] });
  const { id: websiteId } = await createWebsite(api.deps, publisher.actor, {
    ...{ domain: 'lists.example', categories: ['travel' as const], traffic: { custom: 5 } },
  });
  await api.pool.query(
    `insert into website_block (website_id, kind, value)
     select $1, 'advertiser_domain', 'd' || n || '.example' from generate_series(2, $2::int) n`,
    [websiteId, BLOCKS_MAX],
  );
  const add = async (value: string) =>
    await addBlocks(api.deps, publisher.actor, { websiteId, kind: 'advertiser_domain', values: [value] });
  const both = async () => await Promise.allSettled([add('one.example'), add('two.example')]);
  const { waited, result } = await whileHeld(api.pool, 'lock table website_block in share mode', both, 2);
  expect([waited, ...result.map(({ status }) => status).sort()]).toEqual([true, 'fulfilled', 'rejected']);
});
