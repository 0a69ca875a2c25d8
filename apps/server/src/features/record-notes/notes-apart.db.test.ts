import type { RecordNote } from '@placard/contract/record-notes';
import { NOTES_MAX, TAGS_OFFERED } from '@placard/domain/record-note';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
let user: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'], firstName: 'Ines', lastName: 'Falk' });
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  await sql`delete from record_note`.execute(api.deps.db);
  await sql`delete from record_tag`.execute(api.deps.db);
  user = await api.user();
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  await api.call(method, `/operator${path}`, { token: operator.token, ...(body && { body }) });
const noted = async (kind: string, subjectId: number, text: string, times = 1) =>
  await sql`insert into record_note (kind, subject_id, text, author_id, created_at)
    select ${kind}, ${subjectId}, ${text}, ${operator.id}, ${api.now} from generate_series(1, ${times}::int)`.execute(
    api.deps.db,
  );
const tagged = async (kind: string, subjectId: number, tag: string) =>
  await sql`insert into record_tag (kind, subject_id, tag) values (${kind}, ${subjectId}, ${tag})`.execute(
    api.deps.db,
  );
const read = async () =>
  (await call('GET', `/notes?kind=user&subjectId=${user.id}`)).data as {
    items: RecordNote[];
    tags: string[];
  };
const all = async () =>
  (
    await sql<{ kind: string; subject_id: number; text: string }>`
      select kind, subject_id, text from record_note union all select kind, subject_id, '#' || tag from record_tag
       order by 1, 2, 3`.execute(api.deps.db)
  ).rows;

describe('of two records with one number, and of two of a kind', () => {
  beforeEach(async () => {
    for (const [kind, id] of [
      ['account', user.id],
      ['user', user.id + 1_000],
    ] as const) {
      await noted(kind, id, 'of another');
      await tagged(kind, id, 'another');
    }
  });

  it('each has its own notes and tags, and what is done to one is done to no other', async () => {
    const others = await all();
    expect(await read()).toMatchObject({ items: [], tags: [] });
    const { data } = await call('POST', '/notes', { kind: 'user', subjectId: user.id, text: 'Mine' });
    const note = data as RecordNote;
    expect(note).toMatchObject({ text: 'Mine', author: 'Ines Falk', createdAt: api.now.toISOString() });
    await call('PUT', '/tags', { kind: 'user', subjectId: user.id, version: 0, tags: ['zebra', 'ant'] });
    expect(await read()).toEqual({ items: [note], tags: ['ant', 'zebra'], version: 1 });
    await call('PUT', '/tags', { kind: 'user', subjectId: user.id, version: 1, tags: ['bee'] });
    expect((await read()).tags).toEqual(['bee']);
    await call('PUT', '/tags', { kind: 'user', subjectId: user.id, version: 2, tags: [] });
    await call('DELETE', `/notes/${note.id}`);
    expect(await read()).toMatchObject({ items: [], tags: [] });
    expect(await all()).toEqual(others);
  });

  it('each is full by itself', async () => {
    await noted('account', user.id, 'many', NOTES_MAX);
    await noted('user', user.id + 1_000, 'many', NOTES_MAX);
    await noted('user', user.id, 'some', NOTES_MAX - 1);
    const add = async () =>
      await call('POST', '/notes', { kind: 'user', subjectId: user.id, text: 'One more' });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { items } = await read();
    expect(items).toHaveLength(NOTES_MAX);
    expect(items[0]?.text).toBe('One more');
  });
});

it('tags are offered by how often they are used, then by name, as many as are looked through', async () => {
  for (const id of [1, 2, 3]) await tagged('campaign', id, 'often');
  for (let at = 0; at < TAGS_OFFERED + 1; at += 1)
    await tagged('campaign', 1, `t${String(at).padStart(3, '0')}`);
  await tagged('website', 1, 'often');
  const { data } = await call('GET', '/tags?kind=campaign');
  const { items } = data as { items: { tag: string; count: number }[] };
  expect(items).toHaveLength(TAGS_OFFERED);
  expect(items.slice(0, 3)).toEqual([
    { tag: 'often', count: 3 },
    { tag: 't000', count: 1 },
    { tag: 't001', count: 1 },
  ]);
});

it('the newest come first, as many as a record may have', async () => {
  await noted('user', user.id, 'old', NOTES_MAX);
  await noted('user', user.id, 'new');
  const { items } = await read();
  expect([items.length, items[0]?.text]).toEqual([NOTES_MAX, 'new']);
  expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a));
});
