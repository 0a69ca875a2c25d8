import type { OperatorHome } from '@placard/contract/homes';
import { OPEN_APPEALS_MAX } from '@placard/domain/appeal';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellReviewers } from '../../jobs/tell-reviewers.ts';
import {
  appealCreative,
  appealWebsite,
  asOwner,
  codeOf,
  creative,
  get,
  grant,
  idOf,
  newCreative,
  newOwner,
  newWebsite,
  openWorld,
  queued,
  reject,
  suspend,
  takeDown,
  told,
  trail,
  uphold,
  website,
  world,
} from './testing/appeal-world.ts';

beforeAll(openWorld);
beforeEach(newOwner);
afterAll(async () => {
  await world.api.close();
});

describe('an owner appeals', () => {
  it('against the rejection of a creative, and the operator sees who decided what and why', async () => {
    await reject('creative', world.creativeId);
    expect((await creative()).appeal).toEqual({ mayAppeal: true, last: null });
    const answer = await appealCreative({ text: '  It promises\nlittle. ' });
    expect(answer.data).toMatchObject({
      ...{ status: 'open', decision: 'reject', text: 'It promises\nlittle.' },
      ...{ appealedAt: world.api.now.toISOString(), answeredAt: null, reply: null },
    });
    expect((await creative()).appeal).toEqual({ mayAppeal: false, last: answer.data });
    const item = await queued('appeal');
    expect(item).toMatchObject({
      kind: 'creative',
      id: world.creativeId,
      submittedAt: world.api.now.toISOString(),
    });
    expect(item?.appeal).toEqual({
      ...{ id: idOf(answer), decision: 'reject', decidedAt: world.api.now.toISOString() },
      ...{ decidedBy: { id: world.operator.id, name: 'Olga Pine' }, code: 'misleading' },
      ...{
        reason: 'It promises too much.',
        text: 'It promises\nlittle.',
        appealedAt: world.api.now.toISOString(),
      },
    });
    expect(await queued('creative')).toEqual(item);
    expect(await queued('website')).toBeUndefined();
    expect(await trail(idOf(answer))).toEqual([
      ['appeal.make', world.owner.id, { before: null, after: 'open' }],
    ]);
  });

  it('against the suspension of a website by what was said then, whatever was said of it before', async () => {
    await suspend();
    // Changed since as well: what counts is when it was decided.
    await sql`update website set rejection_code = 'other', rejection_text = 'Of last year', updated_at = '2031-01-01'
      where id = ${world.websiteId}`.execute(world.api.deps.db);
    await appealWebsite();
    expect((await queued('appeal'))?.appeal).toMatchObject({
      decidedAt: world.api.now.toISOString(),
      ...{ decision: 'suspend', code: null, reason: 'No people there.', text: 'People live there.' },
    });
  });

  it('and it stands in what waits, with its age', async () => {
    const waits = async () =>
      (await get<OperatorHome>('/operator/home', world.operator)).waits.find(({ kind }) => kind === 'appeal');
    await sql`update appeal set status = 'withdrawn', answered_at = now() where status = 'open'`.execute(
      world.api.deps.db,
    );
    expect(await waits()).toEqual({ kind: 'appeal', count: 0, more: false, oldestAt: null, dueAt: null });
    await suspend();
    await appealWebsite();
    expect(await waits()).toEqual({
      kind: 'appeal',
      count: 1,
      more: false,
      dueAt: null,
      oldestAt: world.api.now.toISOString(),
    });
  });

  it('and operators are told that it waits', async () => {
    await suspend();
    await appealWebsite();
    await sql`delete from notification where kind = 'review.wait'`.execute(world.api.deps.db);
    expect(await tellReviewers(world.api.deps)).toBe(1);
    const { rows } = await sql<{ appeals: number; open: number }>`
      select (detail ->> 'appeals')::int as appeals, (select count(*)::int from appeal where status = 'open') as open
        from notification where kind = 'review.wait'`.execute(world.api.deps.db);
    expect(rows).toEqual([{ appeals: rows[0]?.open, open: rows[0]?.open }]);
    expect(rows[0]?.appeals).toBeGreaterThan(0);
  });

  it('only against what an operator decided: not in other states, nor against one’s own suspension', async () => {
    expect(codeOf(await appealCreative({ version: 1 }))).toEqual([409, 'conflict_status']);
    await world.api.call('POST', `/publisher/websites/${world.websiteId}/actions`, {
      token: world.owner.token,
      body: { action: 'suspend' },
    });
    expect((await website()).appeal).toEqual({ mayAppeal: false, last: null });
    expect(codeOf(await appealWebsite())).toEqual([409, 'conflict_status']);
  });

  it('with the version that was seen, and never for somebody else’s', async () => {
    await reject('creative', world.creativeId);
    expect(codeOf(await appealCreative({ version: 1 }))).toEqual([409, 'conflict_version']);
    const foreign = await world.api.call('POST', `/advertiser/creatives/${world.creativeId}/appeals`, {
      token: world.stranger.token,
      body: { version: 2, text: 'Mine now' },
    });
    expect(codeOf(foreign)).toEqual([404, 'creative_not_found']);
  });

  it.each([
    ['', 'appeal_text_required'],
    ['  \n ', 'appeal_text_required'],
    ['x'.repeat(1_001), 'text_longer_than'],
    ['a\u0000b', 'unseen_characters'],
    ['a\u202eb', 'unseen_characters'],
  ])('in words of its own: not %j', async (text, code) => {
    await takeDown();
    const answer = await appealCreative({ text });
    expect([answer.status, answer.error?.issues?.map((issue) => [issue.path, issue.code])]).toEqual([
      422,
      [['text', code]],
    ]);
    expect((await appealCreative({ text: `${'x'.repeat(998)}\n.` })).status).toBe(200);
  });

  it('once at a time, also of ten at once, and once with one key', async () => {
    await takeDown();
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) =>
        asOwner(
          `/advertiser/creatives/${world.creativeId}/appeals`,
          { version: 2, text: 'No.' },
          { 'idempotency-key': at < 5 ? key : crypto.randomUUID() },
        ),
      ),
    );
    const codes = answers.map((answer) => answer.error?.code ?? 'made');
    expect(new Set(codes)).toEqual(new Set(['made', 'appeal_open']));
    const ids = answers.filter(({ status }) => status === 200).map(idOf);
    expect(new Set(ids).size).toBe(1);
    expect(await trail(ids[0] ?? 0)).toHaveLength(1);
  });

  it(`of one account ${OPEN_APPEALS_MAX} wait at most, of two at once too`, async () => {
    for (let count = 0; count < OPEN_APPEALS_MAX - 1; count += 1) {
      const id = await newCreative();
      await takeDown(id);
      expect((await appealCreative({}, id)).status).toBe(200);
    }
    await takeDown();
    await suspend();
    const [one, other] = [appealCreative, appealWebsite];
    const atOnce = await Promise.all([one(), other()]);
    expect(atOnce.map(({ error, status }) => error?.code ?? status).sort()).toEqual([200, 'appeals_full']);
    const late = atOnce[0].status === 200 ? other : one;
    await uphold(idOf(atOnce[0].status === 200 ? atOnce[0] : atOnce[1]));
    expect((await late()).status).toBe(200);
  });
});

describe('the operator grants', () => {
  it('and a rejected creative is approved, its owner told, all written down', async () => {
    await reject('creative', world.creativeId);
    const id = idOf(await appealCreative());
    expect((await grant(id)).status).toBe(200);
    expect(await creative()).toMatchObject({
      ...{ status: 'active', rejection: null, version: 3, appeal: { mayAppeal: false, last: null } },
    });
    const { rows } = await sql<{ approved: boolean }>`
      select approved_at is not null as approved from creative where id = ${world.creativeId}`.execute(
      world.api.deps.db,
    );
    expect(rows[0]?.approved).toBe(true);
    expect(await told()).toMatchObject({
      kind: 'creative.grantAppeal',
      detail: { subjectId: world.creativeId },
      body_text: expect.stringContaining(`http://dashboard.test/advertiser/creatives/${world.creativeId}`),
    });
    expect(await trail(id)).toEqual([
      ['appeal.make', world.owner.id, { before: null, after: 'open' }],
      ['appeal.grant', world.operator.id, { before: 'open', after: 'granted' }],
    ]);
    const log = await sql<{ detail: unknown }>`
      select detail from audit_log where action = 'creative.grantAppeal' and subject_id = ${world.creativeId}`.execute(
      world.api.deps.db,
    );
    expect(log.rows[0]?.detail).toEqual({ appeal: id, status: { before: 'rejected', after: 'active' } });
    const granted = await sql<{ keys: string[] }>`
      select array(select jsonb_object_keys(detail) order by 1) as keys from audit_log
       where action = 'appeal.grant' and subject_id = ${id}`.execute(world.api.deps.db);
    expect(granted.rows).toEqual([{ keys: ['creative', 'decision', 'status'] }]);
    expect(await queued('appeal')).toBeUndefined();
    expect(codeOf(await grant(id, { version: 3 }))).toEqual([409, 'appeal_ended']);
  });

  it.each([
    ['active', 'active'],
    ['paused', 'paused'],
    ['pending', 'active'],
  ])('and a creative that was %s when it was taken down is %s', async (before, after) => {
    world.creativeId = await newCreative(before);
    await takeDown();
    await grant(idOf(await appealCreative()));
    expect((await creative()).status).toBe(after);
  });

  it('and a suspended or rejected website is active', async () => {
    await suspend();
    await grant(idOf(await appealWebsite()));
    expect(await website()).toMatchObject({ status: 'active', suspendedBy: null, suspensionText: null });
    expect(await told()).toMatchObject({ kind: 'website.grantAppeal' });
    await reject('website', world.websiteId, 3);
    await grant(idOf(await appealWebsite({ version: 4 })), { version: 4 });
    expect(await website()).toMatchObject({ status: 'active', rejection: null });
  });

  it('a website beside another publisher’s only by who has seen that one', async () => {
    await newWebsite(`forum.news-${world.made}.test`, world.stranger);
    const neighbour = await newWebsite(`shop.news-${world.made}.test`, world.stranger);
    await reject('website', world.websiteId);
    const id = idOf(await appealWebsite());
    const seen = (await queued('appeal'))?.related.map((one) => one.id) ?? [];
    expect(seen).toContain(neighbour);
    expect(codeOf(await grant(id, { seenRelated: seen.slice(1) }))).toEqual([409, 'website_related']);
    expect((await grant(id, { seenRelated: seen })).status).toBe(200);
    const { rows } = await sql<{ related: string; approved: Date }>`
      select l.detail ->> 'related' as related, s.approved_at as approved
        from audit_log l join review_snapshot s on s.subject_kind = 'website' and s.subject_id = l.subject_id
       where l.action = 'website.grantAppeal' and l.subject_id = ${world.websiteId}`.execute(
      world.api.deps.db,
    );
    // What was seen, and what runs from now on.
    expect(rows).toEqual([{ related: seen.join(', '), approved: world.api.now }]);
  });

  it('exactly what was seen, and one of two at once', async () => {
    await takeDown();
    const id = idOf(await appealCreative());
    expect(codeOf(await grant(id, { version: 1 }))).toEqual([409, 'conflict_version']);
    const both = await Promise.all([grant(id), uphold(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.error?.code).toBe('appeal_ended');
  });

  it('not what is not there', async () => {
    expect(codeOf(await grant(2_000_000_000))).toEqual([404, 'appeal_not_found']);
    expect(codeOf(await uphold(2_000_000_000))).toEqual([404, 'appeal_not_found']);
  });
});

it('an account’s endpoint is told of each status of an appeal', async () => {
  await sql`
    insert into webhook_endpoint (account_id, url, event_types, secret_sealed, created_by)
    values (${world.owner.accountId}, 'https://hook.example/', '{appeal.status_changed}', '\\x00', ${world.owner.id})`.execute(
    world.api.deps.db,
  );
  await suspend();
  const id = idOf(await appealWebsite());
  await uphold(id);
  const { rows } = await sql<{ data: unknown }>`
    select data from webhook_event where account_id = ${world.owner.accountId} order by id`.execute(
    world.api.deps.db,
  );
  const about = {
    accountId: world.owner.accountId,
    id,
    kind: 'website',
    subjectId: world.websiteId,
    decision: 'suspend',
  };
  expect(rows.map(({ data }) => data)).toEqual([
    { ...about, from: null, to: 'open', reason: null },
    { ...about, from: 'open', to: 'upheld', reason: 'It still does.' },
  ]);
});

describe('the operator upholds', () => {
  it('with a reason that the owner reads, and the answer is final for this decision only', async () => {
    await reject('creative', world.creativeId);
    const id = idOf(await appealCreative());
    expect((await uphold(id, { text: ' ' })).error?.issues?.[0]).toMatchObject({
      ...{ path: 'text', code: 'reason_required' },
    });
    expect((await uphold(id)).status).toBe(200);
    expect(await creative()).toMatchObject({
      status: 'rejected',
      version: 2,
      appeal: {
        mayAppeal: false,
        last: { status: 'upheld', reply: 'It still does.', text: 'It promises little.' },
      },
    });
    const notice = await told();
    expect(notice).toMatchObject({ kind: 'creative.upholdAppeal', detail: { text: 'It still does.' } });
    expect(notice.body_text).toContain('It still does.');
    expect((await trail(id)).at(-1)).toEqual([
      'appeal.uphold',
      world.operator.id,
      { before: 'open', after: 'upheld' },
    ]);
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit_log where action = 'appeal.uphold' and subject_id = ${id}`.execute(
      world.api.deps.db,
    );
    expect(rows).toMatchObject([{ detail: { text: 'It still does.', decision: 'reject' } }]);
    expect(codeOf(await appealCreative())).toEqual([409, 'appeal_answered']);
    // Another decision about the same thing.
    await takeDown(world.creativeId, 2);
    expect((await creative()).appeal).toEqual({ mayAppeal: true, last: null });
    expect((await appealCreative({ version: 3 })).status).toBe(200);
  });
});
