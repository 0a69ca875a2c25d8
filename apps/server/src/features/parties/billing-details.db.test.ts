import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let buyer: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  buyer = await api.user({ roles: ['advertiser'] });
});
afterAll(async () => {
  await api.close();
});

const DETAILS = {
  name: 'Lantern GmbH',
  address: 'Torstr. 1\n10119 Berlin',
  country: 'DE',
  vatNumber: 'DE136695976',
  registrationNumber: 'HRB 12345',
  isBusiness: true,
};
const PATH = '/auth/billing-details';
const read = async (who = buyer) => (await api.call('GET', PATH, { token: who.token })).data;
const save = async (body: object, who = buyer) => await api.call('PUT', PATH, { token: who.token, body });

it('there are none at first; they are saved as documents write them, each by its own account', async () => {
  expect(await read()).toEqual({ details: null, version: 0 });
  const typed = { ...DETAILS, address: ' Torstr. 1 \n\n10119 Berlin', vatNumber: '136 695 976' };
  expect((await save({ ...typed, version: 0 })).data).toEqual({ details: DETAILS, version: 1 });
  expect(await read()).toEqual({ details: DETAILS, version: 1 });
  const other = await api.user({ roles: ['publisher'] });
  expect(await read(other)).toEqual({ details: null, version: 0 });
  const none = { ...DETAILS, name: 'Field', country: 'CH', vatNumber: '', registrationNumber: '' };
  expect((await save({ ...none, version: 0 }, other)).data).toEqual({ details: none, version: 1 });
  expect(await read()).toEqual({ details: DETAILS, version: 1 });
});

it('whoever has not seen the last change is told, the first ones at once too', async () => {
  const fresh = await api.user({ roles: ['advertiser'] });
  const answers = await Promise.all([1, 2, 3].map(async () => await save({ ...DETAILS, version: 0 }, fresh)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await save({ ...DETAILS, version: 0 }, fresh)).error?.code).toBe('conflict_version');
  expect((await save({ ...DETAILS, version: 2 }, fresh)).error?.code).toBe('conflict_version');
  const never = await api.user({ roles: ['advertiser'] });
  expect((await save({ ...DETAILS, version: 1 }, never)).error?.code).toBe('conflict_version');
  expect(await read(never)).toEqual({ details: null, version: 0 });
});

it('what cannot stand on a document is refused at its field', async () => {
  const { version } = (await read()) as { version: number };
  const codes = async (part: object) =>
    (await save({ ...DETAILS, ...part, version })).error?.issues?.map(({ path, code }) => [path, code]);
  expect(await codes({ vatNumber: 'DE136695977' })).toEqual([['vatNumber', 'vat_number_invalid']]);
  expect(await codes({ country: 'FR' })).toEqual([['vatNumber', 'vat_number_invalid']]);
  expect(await codes({ name: ' ' })).toEqual([['name', 'name_required']]);
  expect(await codes({ address: '\n' })).toEqual([['address', 'address_required']]);
  expect(await codes({ address: '1\n2\n3\n4\n5\n6\n7' })).toEqual([['address', 'address_too_long']]);
  expect(await codes({ country: 'XX' })).toEqual([['country', 'country_unknown']]);
  expect(await codes({ name: 'x'.repeat(201) })).toEqual([['name', 'text_longer_than']]);
  expect((await save({ ...DETAILS, name: 'x'.repeat(200), version })).status).toBe(200);
});

it('the audit log says what changed', async () => {
  const { version } = (await read()) as { version: number };
  await save({ ...DETAILS, country: 'AT', vatNumber: 'ATU13585627', version });
  const rows = await api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'detail'])
    .where('subject_id', '=', buyer.accountId)
    .where('action', '=', 'billing_details.update')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(rows).toMatchObject([
    {
      actor_user_id: buyer.id,
      detail: {
        country: { before: 'DE', after: 'AT' },
        vatNumber: { before: 'DE136695976', after: 'ATU13585627' },
      },
    },
  ]);
});
