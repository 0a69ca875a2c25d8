import type { SavedView } from '@placard/contract/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { unsubscribeToken } from './schedule-view.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async (user: TestUser | null, method: Method, path: string, body?: object) =>
  await api.call(method, path, { token: user?.token, ...(body === undefined ? {} : { body }) });
const SEARCH = { range: 'last7', by: 'country' };
const save = async (user: TestUser, name: string, extra: object = {}) =>
  await call(user, 'POST', '/views', { screen: 'statistics', name, search: SEARCH, ...extra });
const saved = async (user: TestUser, name: string, extra: object = {}) =>
  (await save(user, name, extra)).data as SavedView;
const list = async (user: TestUser, screen = 'statistics') =>
  ((await call(user, 'GET', `/views?screen=${screen}`)).data as { items: SavedView[] }).items;

describe('saved views', () => {
  it('are kept under a name, listed by it, renamed, changed and deleted', async () => {
    const ann = await api.user();
    const view = await saved(ann, 'Weekly by country');
    expect(view).toMatchObject({
      screen: 'statistics',
      name: 'Weekly by country',
      search: SEARCH,
      isDefault: false,
      schedule: null,
      version: 1,
    });
    await saved(ann, 'by campaign', { search: { by: 'campaign' } });
    expect((await list(ann)).map((one) => one.name)).toEqual(['by campaign', 'Weekly by country']);
    const path = `/views/${view.id}`;
    const renamed = await call(ann, 'PUT', path, { version: 1, name: 'Countries' });
    expect(renamed.data).toMatchObject({ name: 'Countries', search: SEARCH, version: 2 });
    const stale = await call(ann, 'PUT', path, { version: 1, name: 'Other' });
    expect([stale.status, stale.error?.code]).toEqual([409, 'conflict_version']);
    const changed = await call(ann, 'PUT', path, { version: 2, search: { by: 'device' } });
    expect(changed.data).toMatchObject({ name: 'Countries', search: { by: 'device' } });
    expect((await call(ann, 'DELETE', path)).status).toBe(200);
    expect((await call(ann, 'DELETE', path)).status).toBe(404);
    expect(await list(ann)).toHaveLength(1);
  });

  it('have one name each, also when saved twice at once', async () => {
    const ann = await api.user();
    const answers = await Promise.all([save(ann, 'Mine'), save(ann, 'mine')]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const second = await saved(ann, 'Yours');
    const taken = await call(ann, 'PUT', `/views/${second.id}`, { version: 1, name: 'MINE' });
    expect(taken.error?.code).toBe('view_name_taken');
    // Another account's, and another screen's, are no obstacle.
    const both = await api.user({ roles: ['advertiser', 'publisher'] });
    expect((await save(both, 'Mine')).status).toBe(200);
    expect((await save(both, 'Mine', { screen: 'publisher_report' })).status).toBe(200);
  });

  it('have one default at most, also when two are made it at once', async () => {
    const ann = await api.user();
    const views = [
      await saved(ann, 'One', { isDefault: true }),
      await saved(ann, 'Two'),
      await saved(ann, 'Three'),
    ];
    await Promise.all(
      views
        .slice(1)
        .map(async ({ id }) => await call(ann, 'PUT', `/views/${id}`, { version: 1, isDefault: true })),
    );
    expect((await list(ann)).filter((one) => one.isDefault)).toHaveLength(1);
    const [now] = (await list(ann)).filter((one) => one.isDefault);
    await call(ann, 'PUT', `/views/${now?.id}`, { version: now?.version, isDefault: false });
    expect((await list(ann)).filter((one) => one.isDefault)).toHaveLength(0);
  });

  it('are nobody else’s, and need the screen’s role', async () => {
    const [ann, bob, publisher] = [
      await api.user(),
      await api.user(),
      await api.user({ roles: ['publisher'] }),
    ];
    const { id } = await saved(ann, 'Mine');
    const body = { version: 1, name: 'Taken' };
    const rhythm = { version: 1, every: 'day', weekday: null, time: '07:00' };
    const refused = [
      await call(bob, 'PUT', `/views/${id}`, body),
      await call(bob, 'DELETE', `/views/${id}`),
      await call(bob, 'PUT', `/views/${id}/schedule`, rhythm),
      await call(bob, 'DELETE', `/views/${id}/schedule`),
      await call(bob, 'POST', `/views/${id}/send`, {}),
    ];
    expect(refused.map((one) => one.status)).toEqual([404, 404, 404, 404, 404]);
    expect(await list(bob)).toEqual([]);
    expect((await save(publisher, 'Theirs')).error?.code).toBe('forbidden');
    expect((await call(publisher, 'GET', '/views?screen=statistics')).status).toBe(403);
  });

  it('name what is wrong with them', async () => {
    const ann = await api.user();
    const fields = async (body: object) =>
      (await call(ann, 'POST', '/views', body)).error?.issues?.map((one) => one.path);
    expect(await fields({ screen: 'statistics', name: ' ', search: {} })).toEqual(['name']);
    expect(await fields({ screen: 'weather', name: 'x', search: {} })).toEqual(['screen']);
    expect(await fields({ screen: 'statistics', name: 'x', search: { script: '1' } })).toEqual(['search']);
    const { id } = await saved(ann, 'Mine');
    const rhythm = async (body: object) =>
      (await call(ann, 'PUT', `/views/${id}/schedule`, { version: 1, ...body })).error?.issues?.map(
        (one) => one.path,
      );
    expect(await rhythm({ every: 'week', weekday: null, time: '07:00' })).toEqual(['weekday']);
    expect(await rhythm({ every: 'day', weekday: null, time: '7' })).toEqual(['time']);
  });

  it('end at fifty', async () => {
    const ann = await api.user();
    for (let index = 0; index < 50; index += 1) await save(ann, `View ${index}`);
    expect((await save(ann, 'One more')).error?.code).toBe('conflict_status');
  });
});

describe('a schedule', () => {
  it('is due at the local time of the account, follows it to another zone, and ends', async () => {
    const ann = await api.user({ timeZone: 'Europe/Berlin' });
    const { id } = await saved(ann, 'Mondays');
    const path = `/views/${id}/schedule`;
    // Tuesday noon in UTC.
    const set = await call(ann, 'PUT', path, { version: 1, every: 'week', weekday: 1, time: '07:30' });
    expect((set.data as SavedView).schedule).toEqual({
      every: 'week',
      weekday: 1,
      time: '07:30',
      nextDueAt: '2026-03-16T06:30:00.000Z',
      lastSentAt: null,
    });
    const daily = await call(ann, 'PUT', path, { version: 2, every: 'day', weekday: 3, time: '07:30' });
    expect((daily.data as SavedView).schedule).toMatchObject({
      weekday: null,
      nextDueAt: '2026-03-11T06:30:00.000Z',
    });
    await call(ann, 'PUT', '/auth/profile', {
      firstName: 'Ann',
      lastName: 'Account',
      email: ann.email,
      phone: null,
      company: null,
      timeZone: 'America/New_York',
    });
    expect((await list(ann))[0]?.schedule?.nextDueAt).toBe('2026-03-11T11:30:00.000Z');
    expect(((await call(ann, 'DELETE', path)).data as SavedView).schedule).toBeNull();
    expect((await call(ann, 'DELETE', path)).status).toBe(200);
  });

  it('is not set or begun anew by who has not seen that it was changed, or ended, meanwhile', async () => {
    const ann = await api.user();
    const { id } = await saved(ann, 'Twice');
    const set = async (version: number, time: string) =>
      await call(ann, 'PUT', `/views/${id}/schedule`, { version, every: 'day', weekday: null, time });
    expect((await set(1, '07:00')).data).toMatchObject({ schedule: { time: '07:00' }, version: 2 });
    expect((await set(1, '08:00')).error?.code).toBe('conflict_version');
    expect((await list(ann))[0]?.schedule?.time).toBe('07:00');
    const token = unsubscribeToken(api.deps.secrets, id);
    await call(null, 'POST', '/unsubscribe', { token });
    expect((await set(2, '08:00')).error?.code).toBe('conflict_version');
    expect((await list(ann))[0]?.schedule).toBeNull();
    expect((await set(3, '08:00')).status).toBe(200);
    expect((await call(ann, 'DELETE', `/views/${id}/schedule`)).data).toMatchObject({ version: 5 });
  });

  it('of a view that is deleted at that moment is not found, nor is the view to be changed', async () => {
    const ann = await api.user();
    for (const [method, rest, body] of [
      ['PUT', '/schedule', { version: 1, every: 'day', weekday: null, time: '08:00' }],
      ['PUT', '', { version: 1, name: 'Other' }],
    ] as const) {
      const { id } = await saved(ann, `Gone ${rest}`);
      const { result } = await whileHeld(
        api.pool,
        `select from saved_view where id = ${id} for update`,
        async () => await call(ann, method, `/views/${id}${rest}`, body),
        1,
        `delete from saved_view where id = ${id}`,
      );
      expect([rest, result.status]).toEqual([rest, 404]);
    }
  });

  it('is ended by the link of its mails, without signing in and as often as one likes', async () => {
    const ann = await api.user();
    const { id } = await saved(ann, 'Mails');
    const other = await saved(ann, 'Others');
    for (const view of [id, other.id]) {
      await call(ann, 'PUT', `/views/${view}/schedule`, {
        ...{ version: 1, every: 'month', weekday: null, time: '08:00' },
      });
    }
    const token = unsubscribeToken(api.deps.secrets, id);
    const read = async () => (await call(null, 'GET', `/unsubscribe/${token}`)).data;
    expect(await read()).toEqual({ name: 'Mails', active: true, kind: null });
    for (let press = 0; press < 2; press += 1) {
      expect((await call(null, 'POST', '/unsubscribe', { token })).status).toBe(200);
    }
    expect(await read()).toEqual({ name: 'Mails', active: false, kind: null });
    expect((await list(ann)).map((one) => one.schedule === null)).toEqual([true, false]);
    await call(ann, 'DELETE', `/views/${id}`);
    expect(await read()).toEqual({ name: '', active: false, kind: null });
  });

  it('is not ended by a link that was made up, changed, or sealed for something else', async () => {
    const other = api.deps.secrets.seal('1', 'totp:1').toString('base64url');
    const real = unsubscribeToken(api.deps.secrets, 1);
    const changed = `${real.slice(0, -2)}${real.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const token of ['1', 'made-up', other, changed]) {
      expect((await call(null, 'POST', '/unsubscribe', { token })).error?.code).toBe('link_invalid');
      expect((await call(null, 'GET', `/unsubscribe/${token}`)).error?.code).toBe('link_invalid');
    }
  });
});
