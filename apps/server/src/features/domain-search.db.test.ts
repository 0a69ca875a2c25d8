import { domainToASCII } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { listAdsTxt } from './ads-txt/list-ads-txt.ts';
import { listModeratedWebsites } from './moderation/list-moderated.ts';
import { createActor, TEST_NOW, testDeps } from './testing/fixtures.ts';
import { createWebsite } from './websites/edit-website.ts';
import { listWebsites } from './websites/list-websites.ts';
import { listWidgets } from './widgets/list-widgets.ts';

const PAGE = { page: 1, pageSize: 20 };
const DOMAINS = ['münchen.example', 'blog.münchen.example', 'mnchen.example', 'россия.example'];

let database: TestDatabase;
let me: Actor;
let stranger: Actor;
const deps = () => ({ ...testDeps(database.db), publicUrl: 'https://network.example' });
const names = (items: readonly { readonly domain: string }[]) => items.map(({ domain }) => domain).sort();

beforeAll(async () => {
  database = await createTestDatabase();
  me = await createActor(database.db, ['publisher']);
  stranger = await createActor(database.db, ['publisher']);
  const fields = { categories: ['education' as const], traffic: { custom: 7 } };
  for (const domain of DOMAINS) {
    const { id } = await createWebsite(deps(), me, { ...fields, domain });
    await database.pool.query("update website set status = 'active' where id = $1", [id]);
    await database.pool.query(
      "insert into widget (website_id, type, name, embed_key, created_at) values ($1, 'banner', 'Top', $2, $3)",
      [id, String(id).padStart(24, '0'), TEST_NOW],
    );
  }
  await createWebsite(deps(), stranger, { ...fields, domain: 'alt-münchen.example' });
});
afterAll(async () => {
  await database.drop();
});

const munich = ['blog.xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'];
const russia = ['xn--h1alffa9f.example'];

it.each([
  ['münchen', munich],
  ['MÜNCHEN', munich],
  // u and two dots apart, as some keyboards write it
  ['mu\u0308nchen', munich],
  // a part of it, which is no part of its Punycode
  ['mün', munich],
  ['g.mü', [munich[0]]],
  ['осси', russia],
  ['münster', []],
  // As it is pasted
  ['https://www.München.example/stadt?a=b', munich],
  ['mnchen.example/', ['mnchen.example']],
  ['www.mnchen.example', ['mnchen.example']],
  ['xn--mnchen', munich],
  ['mnchen', [...munich, 'mnchen.example'].sort()],
  ['%ü', []],
])('%s finds one’s own websites, their ads.txt and their widgets', async (search, found) => {
  const query = { ...PAGE, search };
  expect(names((await listWebsites(deps(), me, query)).items)).toEqual([...found].sort());
  expect((await listWebsites(deps(), me, query)).total).toBe(found.length);
  expect(names((await listAdsTxt(deps(), me, query)).items)).toEqual([...found].sort());
  expect(names((await listWidgets(deps(), me, query)).items)).toEqual([...found].sort());
});

it('finds the widgets of one website by its name, and not by another’s', async () => {
  const [one] = (await listWebsites(deps(), me, { ...PAGE, search: 'россия' })).items;
  const of = async (search: string) =>
    (await listWidgets(deps(), me, { ...PAGE, search, websiteId: one?.id })).total;
  expect(await of('россия')).toBe(1);
  expect(await of('münchen')).toBe(0);
  expect(await of('Top')).toBe(1);
});

it('finds everybody’s for the operator, beside what else is searched', async () => {
  const found = async (search: string) =>
    names((await listModeratedWebsites(deps(), { ...PAGE, search })).items);
  expect(await found('münchen')).toEqual([domainToASCII('alt-münchen.example'), ...munich].sort());
  await database.pool.query("update account set company = 'Müller' where id = $1", [stranger.accountId]);
  expect(await found('Müller')).toHaveLength(1);
});
