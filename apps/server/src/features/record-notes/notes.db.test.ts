import type { RecordNote } from '@placard/contract/record-notes';
import { NOTE_MAX, NOTES_MAX, TAGS_MAX } from '@placard/domain/record-note';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveEverything, type OwnedIds } from '../../http/testing/owned-records.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { erasePersonalData } from '../closing/erase-personal-data.ts';
import { accountJson, personJson } from '../data-export/exported-files.ts';

let api: TestApi;
let operator: TestUser;
let owner: TestUser;
let ids: OwnedIds;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'], firstName: 'Ada', lastName: 'Stone' });
  owner = await api.user({ roles: ['advertiser', 'publisher'] });
  ids = await giveEverything(api.pool, owner);
});
afterAll(async () => {
  await api.close();
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  await api.call(method, path, { token: operator.token, body });
const add = async (kind: string, subjectId: number, text: string) =>
  await call('POST', '/operator/notes', { kind, subjectId, text });
const read = async (kind: string, subjectId: number) => {
  const { data } = await call('GET', `/operator/notes?kind=${kind}&subjectId=${subjectId}`);
  return data as { items: RecordNote[]; tags: string[]; version: number };
};
const tag = async (kind: string, subjectId: number, tags: string[]) =>
  await call('PUT', '/operator/tags', {
    kind,
    subjectId,
    tags,
    version: (await read(kind, subjectId))?.version ?? 0,
  });
const subjects = () =>
  [
    ['user', owner.id],
    ['account', owner.accountId],
    ['campaign', ids.campaign],
    ['website', ids.website],
  ] as const;

it('keeps notes of each kind of record by themselves, newest first, with author and time', async () => {
  for (const [kind, id] of subjects()) {
    await add(kind, id, `First of ${kind}`);
    await add(kind, id, 'Second\nin two lines');
    expect((await read(kind, id)).items).toMatchObject([
      { text: 'Second\nin two lines', author: 'Ada Stone', createdAt: api.now.toISOString() },
      { text: `First of ${kind}` },
    ]);
  }
});

it('refuses empty and too long ones, and what is not there', async () => {
  const codeOf = async (text: string, id = ids.campaign) => (await add('campaign', id, text)).error?.code;
  expect(await codeOf('  ')).toBe('invalid_input');
  expect(await codeOf('N'.repeat(NOTE_MAX))).toBeUndefined();
  expect(await codeOf('N'.repeat(NOTE_MAX + 1))).toBe('invalid_input');
  expect(await codeOf('Lost', 2_000_000_000)).toBe('not_found');
  expect((await tag('website', 2_000_000_000, [])).error?.code).toBe('not_found');
  expect((await call('GET', '/operator/notes?kind=user&subjectId=2000000000')).error?.code).toBe('not_found');
  expect((await call('DELETE', '/operator/notes/2000000000')).error?.code).toBe('not_found');
});

it('takes no more notes of one record than its most', async () => {
  const { id } = await api.user();
  await sql`insert into record_note (kind, subject_id, text, author_id, created_at)
            select 'user', ${id}, 'N', ${operator.id}, ${api.now} from generate_series(2, ${NOTES_MAX})`.execute(
    api.deps.db,
  );
  expect((await add('user', id, 'The last')).status).toBe(200);
  expect((await add('user', id, 'Beyond')).error?.code).toBe('conflict_status');
  expect((await read('user', id)).items).toHaveLength(NOTES_MAX);
});

it('removes a note, and writes down who added and removed which, but never what it said', async () => {
  const text = 'Called twice, rather rude';
  const { data } = await add('website', ids.website, text);
  const { id } = data as RecordNote;
  expect((await call('DELETE', `/operator/notes/${id}`)).status).toBe(200);
  expect((await read('website', ids.website)).items.map((note) => note.text)).not.toContain(text);
  const { rows } = await sql<{ action: string; detail: unknown }>`
    select action, detail from audit_log where subject_kind = 'website' and detail ->> 'note' = ${String(id)} order by id`.execute(
    api.deps.db,
  );
  expect(rows).toEqual([
    { action: 'website.note_add', detail: { note: id } },
    { action: 'website.note_remove', detail: { note: id, author: operator.id } },
  ]);
});

it('gives a record tags as they are written alike, once each, and logs a change', async () => {
  expect((await tag('campaign', ids.campaign, [' VIP ', 'vip', 'autumn-2026'])).data).toEqual({
    tags: ['autumn-2026', 'vip'],
    version: 1,
  });
  await tag('campaign', ids.campaign, ['vip', 'autumn-2026']);
  expect((await read('campaign', ids.campaign)).tags).toEqual(['autumn-2026', 'vip']);
  const { rows } = await sql<{ detail: unknown }>`
    select detail from audit_log where action = 'campaign.set_tags'`.execute(api.deps.db);
  expect(rows).toEqual([{ detail: { tags: { before: [], after: ['autumn-2026', 'vip'] } } }]);
  const most = Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`);
  expect((await tag('user', operator.id, most)).status).toBe(200);
  expect((await tag('user', operator.id, [...most, 'beyond'])).error?.code).toBe('invalid_input');
  expect((await tag('user', operator.id, ['two words'])).error?.code).toBe('invalid_input');
});

it('refuses tags of somebody who has not seen those that another gave meanwhile', async () => {
  const { id: subjectId } = await api.user();
  const give = async (version: number, tags: string[]) =>
    await call('PUT', '/operator/tags', { kind: 'user', subjectId, version, tags });
  expect((await give(0, ['mine'])).data).toEqual({ tags: ['mine'], version: 1 });
  expect((await give(0, ['theirs'])).error?.code).toBe('conflict_version');
  // What changes nothing counts nothing.
  expect((await give(1, ['mine'])).data).toEqual({ tags: ['mine'], version: 1 });
  expect((await give(1, [])).data).toEqual({ tags: [], version: 2 });
  expect(await read('user', subjectId)).toEqual({ items: [], tags: [], version: 2 });
});

it('narrows lists by a tag, counts tags, and finds by one typed whole', async () => {
  await tag('website', ids.website, ['watch']);
  await tag('account', owner.accountId, ['watch']);
  const other = await api.user();
  await tag('user', other.id, ['watch']);
  const listed = async (path: string) => {
    const { data } = await call('GET', path);
    return (data as { items: { id: number }[]; total: number }).items.map(({ id }) => id);
  };
  expect(await listed('/operator/websites?tag=watch')).toEqual([ids.website]);
  expect(await listed('/operator/websites?tag=watc')).toEqual([]);
  expect(await listed('/operator/campaigns?tag=VIP')).toEqual([ids.campaign]);
  expect((await listed('/operator/users?tag=watch&sort=createdAt')).sort()).toEqual(
    [owner.id, other.id].sort(),
  );
  expect((await call('GET', '/operator/tags?kind=campaign')).data).toEqual({
    items: [
      { tag: 'autumn-2026', count: 1 },
      { tag: 'vip', count: 1 },
    ],
  });
  // Of an account and of a person.
  const ofPersons = (await call('GET', '/operator/tags?kind=user')).data as { items: unknown[] };
  expect(ofPersons.items[0]).toEqual({ tag: 'watch', count: 2 });
  const { data } = await call('GET', '/operator/find?search=Watch');
  expect((data as { items: { kind: string; id: number }[] }).items.map(({ kind, id }) => [kind, id])).toEqual(
    [
      ['website', ids.website],
      ['account', owner.accountId],
      ['user', other.id],
    ],
  );
});

it('is for operators alone: neither what the account reads nor its screens have any of it', async () => {
  const mark = 'pays late, be careful';
  for (const [kind, id] of subjects()) await add(kind, id, mark);
  const token = owner.token;
  const paths = [
    ...[
      '/auth/profile',
      '/advertiser/campaigns',
      `/advertiser/campaigns/${ids.campaign}`,
      '/publisher/websites',
    ],
    ...[
      `/publisher/websites/${ids.website}`,
      `/advertiser/campaigns/${ids.campaign}/activity`,
      '/account/team',
    ],
  ];
  for (const path of paths) {
    const { status, raw } = await api.call('GET', path, { token });
    expect([path, status, raw.toString().includes(mark)]).toEqual([path, 200, false]);
  }
});

it('is in the archive of the person and the account, without who wrote it, and goes when they are erased', async () => {
  const whose = { account_id: owner.accountId, user_id: owner.id };
  const archives = [await personJson(api.deps.db, whose), await accountJson(api.deps.db, whose)];
  for (const archive of archives) {
    expect(archive.notes).toEqual(
      expect.arrayContaining([expect.objectContaining({ text: 'Second\nin two lines' })]),
    );
    expect(JSON.stringify(archive.notes)).not.toContain('Ada');
  }
  expect(archives[1]?.tags).toEqual([{ tag: 'watch' }]);
  const kept = await api.user();
  await add('user', kept.id, 'Somebody else');
  await api.deps.db.transaction().execute(async (trx) => {
    await erasePersonalData(trx, { accountId: owner.accountId, personIds: [owner.id], at: api.now });
  });
  for (const [kind, id] of subjects()) expect(await read(kind, id)).toMatchObject({ items: [], tags: [] });
  expect((await read('user', kept.id)).items).toHaveLength(1);
});
