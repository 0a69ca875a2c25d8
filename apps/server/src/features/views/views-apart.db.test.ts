import type { SavedView } from '@placard/contract/views';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

type Screen = 'statistics' | 'publisher_report';
/** Where views lie: whose they are, in which account, of which screen. */
type Place = { readonly user: TestUser; readonly accountId: number; readonly screen: Screen };

const call = async (
  { user, accountId }: Place,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) =>
  await api.call(method, path, {
    token: user.token,
    headers: { 'placard-account': String(accountId) },
    ...(body === undefined ? {} : { body }),
  });
const save = async (place: Place, name: string, isDefault = false) =>
  await call(place, 'POST', '/views', { screen: place.screen, name, search: { by: 'country' }, isDefault });
const list = async (place: Place) =>
  ((await call(place, 'GET', `/views?screen=${place.screen}`)).data as { items: SavedView[] }).items;

/** One place and all that differ from it in one thing. */
async function places(): Promise<{ here: Place; others: Place[] }> {
  const roles = ['advertiser', 'publisher'] as const;
  const [user, colleague] = [await api.user({ roles: [...roles] }), await api.user({ roles: [...roles] })];
  for (const [account, member] of [
    [colleague.accountId, user.id],
    [user.accountId, colleague.id],
  ])
    await sql`insert into account_member (account_id, user_id, role) values (${account}, ${member}, 'manager')`.execute(
      api.deps.db,
    );
  const here = { user, accountId: user.accountId, screen: 'statistics' } as const;
  return {
    here,
    others: [
      { ...here, user: colleague },
      { ...here, accountId: colleague.accountId },
      { ...here, screen: 'publisher_report' },
    ],
  };
}

describe('views of a person, an account and a screen', () => {
  it('have a default of their own: another one takes its place, and none elsewhere', async () => {
    const { here, others } = await places();
    for (const place of others) await save(place, 'Kept', true);
    await save(here, 'First', true);
    await save(here, 'Second', true);
    const defaults = async (place: Place) =>
      (await list(place)).filter(({ isDefault }) => isDefault).map(({ name, version }) => [name, version]);
    expect(await defaults(here)).toEqual([['Second', 1]]);
    for (const place of others) expect(await defaults(place)).toEqual([['Kept', 1]]);
    // The one of before has another version: whoever has it open does not overwrite that.
    const first = (await list(here)).find(({ name }) => name === 'First');
    expect(first).toMatchObject({ isDefault: false, version: 2 });
    const changed = await call(here, 'PUT', `/views/${first?.id}`, { version: 2, isDefault: true });
    expect(changed.data).toMatchObject({ name: 'First', search: { by: 'country' }, version: 3 });
    expect(await defaults(here)).toEqual([['First', 3]]);
    for (const place of others) expect(await defaults(place)).toEqual([['Kept', 1]]);
    // A new name changes neither what is shown nor which is the default.
    const renamed = await call(here, 'PUT', `/views/${first?.id}`, { version: 3, name: 'Other' });
    expect(renamed.data).toMatchObject({ name: 'Other', search: { by: 'country' }, isDefault: true });
  });

  it('are fifty at most, however many there are elsewhere', async () => {
    const { here, others } = await places();
    for (const { user, accountId, screen } of [here, ...others])
      await sql`insert into saved_view (user_id, account_id, screen, name, search, created_at, updated_at)
        select ${user.id}, ${accountId}, ${screen}, 'View ' || n, '{}', now(), now()
          from generate_series(1, ${screen === 'statistics' && user === here.user && accountId === here.accountId ? 49 : 50}::int) n`.execute(
        api.deps.db,
      );
    expect((await save(here, 'The fiftieth')).status).toBe(200);
    expect((await save(here, 'Beyond')).error?.code).toBe('conflict_status');
    expect(await list(here)).toHaveLength(50);
  });

  it('are mailed at times of their account: a move of it moves those of no other', async () => {
    const { here, others } = await places();
    const scheduled = async (place: Place) => {
      const { id } = (await save(place, 'Mailed')).data as SavedView;
      await call(place, 'PUT', `/views/${id}/schedule`, {
        ...{ version: 1, every: 'day', weekday: null, time: '07:30' },
      });
    };
    for (const place of [here, ...others]) await scheduled(place);
    const dueOf = async (place: Place) => (await list(place))[0]?.schedule?.nextDueAt;
    const before = await Promise.all([here, ...others].map(dueOf));
    const { user } = here;
    await call(here, 'PUT', '/auth/profile', {
      ...{ firstName: 'Ann', lastName: 'Account', email: user.email, phone: null, company: null },
      timeZone: 'Asia/Tokyo',
    });
    const after = await Promise.all([here, ...others].map(dueOf));
    const [own, ofColleague, elsewhere, ofScreen] = after.map((due, index) => due !== before[index]);
    expect([own, ofColleague, elsewhere, ofScreen]).toEqual([true, true, false, true]);
    // And one is ended by itself.
    const [mine] = await list(here);
    await call(here, 'DELETE', `/views/${mine?.id}/schedule`);
    expect(
      await Promise.all([here, ...others].map(async (place) => (await dueOf(place)) === undefined)),
    ).toEqual([true, false, false, false]);
    await call(here, 'DELETE', `/views/${mine?.id}`);
    expect(await Promise.all([here, ...others].map(async (place) => (await list(place)).length))).toEqual([
      ...[0, 1, 1, 1],
    ]);
  });
});
