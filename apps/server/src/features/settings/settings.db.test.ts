import { REJECTION_CODES } from '@placard/contract/reviews';
import { addDays, DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { listMails } from '../audit/list-mails.ts';
import { NetworkDays } from './network-days.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'], firstName: 'Grace', lastName: 'Hopper' });
});
afterAll(async () => {
  await api.close();
});

const SETTINGS = {
  networkName: 'Placard',
  currency: 'USD',
  timeZone: 'UTC',
  publisherSharePercent: 70,
  cpm: 2,
  cpc: 0.2,
  minPayout: 50,
  lowBalance: 50,
  minDeposit: 10,
  signUp: 'closed',
  termsUrl: '',
  totpRequired: 'nobody',
  stepUp: 'operators',
  signingKeyRenewal: 'never',
  bankTransferDetails: '',
  sellerName: '',
  sellerAddress: '',
  sellerCountry: '',
  sellerRegistration: '',
  sellerVatNumber: '',
  taxRates: [],
  reviewSamplePercent: 20,
  rejectionTemplates: Object.fromEntries(REJECTION_CODES.map((code) => [code, ''])),
};

const get = async (path: string) => await api.call('GET', path, { token: operator.token });
const put = async (body: object) =>
  await api.call('PUT', '/operator/settings', { token: operator.token, body });

describe('the settings', () => {
  it('start as the product says', async () => {
    expect((await get('/operator/settings')).data).toEqual({ ...SETTINGS, version: 1 });
  });

  it('hold a text for every reason of a rejection, up to 1,000 characters, and a share of 0 to 100 %', async () => {
    const version = ((await get('/operator/settings')).data as { version: number }).version;
    const sent = (change: object) => put({ ...SETTINGS, ...change, version: 999 });
    const code = async (change: object) => (await sent(change)).error?.code;
    const withText = (text: string) => ({
      rejectionTemplates: { ...SETTINGS.rejectionTemplates, misleading: text },
    });
    // What is valid gets as far as the version.
    expect(await code(withText('x'.repeat(1_000)))).toBe('conflict_version');
    expect(await code(withText('x'.repeat(1_001)))).toBe('invalid_input');
    for (const percent of [0, 100])
      expect(await code({ reviewSamplePercent: percent })).toBe('conflict_version');
    for (const percent of [-0.01, 100.01])
      expect(await code({ reviewSamplePercent: percent })).toBe('invalid_input');
    expect(version).toBe(1);
  });

  it('change exactly, guarded by their version, and the audit log says what changed', async () => {
    const changed = { ...SETTINGS, publisherSharePercent: 64.35, cpc: 0.123456, timeZone: 'Europe/Paris' };
    expect((await put({ ...changed, version: 1 })).data).toEqual({ ...changed, version: 2 });
    expect((await get('/operator/settings')).data).toEqual({ ...changed, version: 2 });
    const stale = await put({ ...SETTINGS, version: 1 });
    expect([stale.status, stale.error?.code]).toEqual([409, 'conflict_version']);
    const { items } = (await get('/operator/audit?subjectKind=settings')).data as { items: object[] };
    expect(items).toMatchObject([
      {
        actor: 'Grace Hopper',
        action: 'settings.update',
        detail: {
          publisherSharePercent: { before: 70, after: 64.35 },
          cpc: { before: 0.2, after: 0.123456 },
          timeZone: { before: 'UTC', after: 'Europe/Paris' },
        },
      },
    ]);
  });

  it('tell every operator where advertisers are told to pay to by now, and where publishers get more', async () => {
    const change = async (bankTransferDetails: string) => {
      const { version } = (await get('/operator/settings')).data as { version: number };
      expect((await put({ ...SETTINGS, bankTransferDetails, version })).status).toBe(200);
    };
    await change(' \nIBAN DE89 3704 0044 0532 0130 00\nBIC COBADEFF');
    await change(' \nIBAN DE89 3704 0044 0532 0130 00\nBIC COBADEFF');
    await change('');
    const rows = await api.deps.db
      .selectFrom('notification')
      .select(['user_id', 'detail'])
      .where('kind', '=', 'operator.change')
      .orderBy('id')
      .execute();
    const told = { change: 'deposit_account', by: 'Grace Hopper' };
    const more = `${SETTINGS.networkName}, 64.35% → 70%`;
    expect(rows).toEqual([
      { user_id: operator.id, detail: { ...told, change: 'publisher_share', about: more } },
      { user_id: operator.id, detail: { ...told, about: 'IBAN DE89 3704 0044 0532 0130 00' } },
      { user_id: operator.id, detail: { ...told, about: '–' } },
    ]);
  });

  it('are refused where they make no sense', async () => {
    const broken = await put({
      ...SETTINGS,
      cpm: 0,
      networkName: ' ',
      publisherSharePercent: 101,
      version: 2,
    });
    expect(broken.error?.issues?.map((one) => one.path).sort()).toEqual([
      'cpm',
      'networkName',
      'publisherSharePercent',
    ]);
    for (const timeZone of ['Mars/Base', 'AET', 'CET', 'europe/paris']) {
      const zone = await put({ ...SETTINGS, timeZone, version: 2 });
      expect(zone.error?.issues?.[0]?.code).toBe('time_zone_unknown');
    }
  });

  it('keep the address of the terms with a small https, as a phone does not write it', async () => {
    const { version } = (await get('/operator/settings')).data as { version: number };
    const saved = await put({ ...SETTINGS, termsUrl: 'Https://shop.example/Terms', version });
    expect(saved.data).toMatchObject({ termsUrl: 'https://shop.example/Terms' });
  });

  it('take a currency in small letters for the same', async () => {
    const before = (await get('/operator/settings')).data as { version: number; currency: string };
    const typed = ` ${before.currency.toLowerCase()} `;
    const saved = await put({ ...SETTINGS, currency: typed, version: before.version });
    expect(saved.data).toMatchObject({ currency: before.currency });
    for (const currency of ['€', 'euro', 'e r', 'ＥＵＲ']) {
      const refused = await put({ ...SETTINGS, currency, version: before.version + 1 });
      expect(refused.error?.issues?.[0]).toMatchObject({ path: 'currency', code: 'currency_invalid' });
    }
    // Money that was booked in it would stay so for ever, and no gateway takes any.
    for (const currency of ['EUE', 'UDS']) {
      const refused = await put({ ...SETTINGS, currency, version: before.version + 1 });
      expect(refused.error?.issues?.[0]).toMatchObject({ path: 'currency', code: 'currency_unknown' });
    }
  });

  it('name the seller whole or not at all, by a VAT number of its country, with one rate a country', async () => {
    const { version } = (await get('/operator/settings')).data as { version: number };
    const issuesOf = async (part: object) =>
      (await put({ ...SETTINGS, ...part, version })).error?.issues?.map(({ path, code }) => [path, code]);
    const seller = { sellerName: 'Lantern GmbH', sellerAddress: 'Torstr. 1', sellerCountry: 'DE' };
    expect(await issuesOf({ sellerName: 'Lantern GmbH' })).toEqual([
      ['sellerAddress', 'seller_required'],
      ['sellerCountry', 'seller_required'],
    ]);
    expect(await issuesOf({ taxRates: [{ country: 'DE', percent: 19 }] })).toHaveLength(3);
    expect(await issuesOf({ ...seller, sellerVatNumber: 'DE136695977' })).toEqual([
      ['sellerVatNumber', 'vat_number_invalid'],
    ]);
    const rates = (...percents: number[]) => ({
      taxRates: percents.map((percent, index) => ({ country: ['DE', 'FR'][index], percent })),
    });
    expect(await issuesOf({ ...seller, ...rates(0) })).toEqual([['taxRates.0.percent', 'tax_rate_invalid']]);
    expect(await issuesOf({ ...seller, ...rates(50.01) })).toEqual([
      ['taxRates.0.percent', 'tax_rate_invalid'],
    ]);
    expect(await issuesOf({ ...seller, ...rates(5.555) })).toEqual([
      ['taxRates.0.percent', 'tax_rate_invalid'],
    ]);
    const twice = { taxRates: ['DE', 'DE'].map((country) => ({ country, percent: 19 })) };
    expect(await issuesOf({ ...seller, ...twice })).toEqual([['taxRates.1.country', 'tax_country_repeated']]);
    const sound = { ...SETTINGS, ...seller, ...rates(50, 5.55), sellerVatNumber: '136695976' };
    const saved = (await put({ ...sound, version })).data;
    expect(saved).toEqual({ ...sound, sellerVatNumber: 'DE136695976', version: version + 1 });
    expect((await put({ ...SETTINGS, version: version + 1 })).status).toBe(200);
  });

  it('are saved by one of two who save at once, and the other is told', async () => {
    const { version } = (await get('/operator/settings')).data as { version: number };
    const { result } = await whileHeld(
      api.pool,
      'select from network_settings for update',
      async () =>
        await Promise.all([SETTINGS, { ...SETTINGS, cpm: 3 }].map((each) => put({ ...each, version }))),
      2,
    );
    expect(result.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await put({ ...SETTINGS, version: version + 1 })).status).toBe(200);
  });

  it('keep their currency once money was booked', async () => {
    const other = { ...SETTINGS, currency: 'EUR' };
    const { version } = (await get('/operator/settings')).data as { version: number };
    expect((await put({ ...other, version })).data).toMatchObject({ currency: 'EUR' });
    await api.deps.db
      .insertInto('ledger_transaction')
      .values({ kind: 'adjustment', reference: 'adjustment:1', detail: '{}' })
      .execute();
    expect((await put({ ...SETTINGS, version: version + 1 })).error?.code).toBe('conflict_status');
    expect((await put({ ...other, cpm: 3, version: version + 1 })).status).toBe(200);
  });

  it('know the zone of each day, however often it was changed, and end a day where the next one begins', async () => {
    const { currency, version } = (await get('/operator/settings')).data as typeof SETTINGS & {
      version: number;
    };
    const zones = ['Asia/Tokyo', 'America/New_York', 'UTC'];
    const nowBefore = api.now;
    const changedAt = (nth: number) => new Date(nowBefore.getTime() + (nth + 1) * 60_000);
    for (const [nth, timeZone] of zones.entries()) {
      api.now = changedAt(nth);
      expect((await put({ ...SETTINGS, currency, timeZone, version: version + nth })).status).toBe(200);
    }
    api.now = nowBefore;
    const days = await NetworkDays.read(api.deps.db);
    const at = (nth: number, ms: number) => new Date(changedAt(nth).getTime() + ms);
    expect([at(0, -1), at(0, 0), at(1, -1), at(1, 0), at(2, 0)].map((moment) => days.zoneAt(moment))).toEqual(
      [...['UTC', 'Asia/Tokyo', 'Asia/Tokyo', 'America/New_York', 'UTC']],
    );
    const day = days.of(at(0, 2 * DAY_MS));
    const end = days.startOf(addDays(day, 1));
    const found = async (moment: Date) =>
      (
        await sql`select from (select ${moment}::timestamptz as at) m
          where ${days.within('m.at', { from: day, to: day })}`.execute(api.deps.db)
      ).rows.length;
    expect([await found(new Date(end.getTime() - 1)), await found(end)]).toEqual([1, 0]);
  });
});

describe('audit log and mails', () => {
  it('are read page by page, newest first', async () => {
    await api.deps.db
      .insertInto('audit_log')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          actor_user_id: null,
          actor_kind: 'system' as const,
          action: `test.${index}`,
          subject_kind: 'test',
          subject_id: index,
          detail: '{}',
        })),
      )
      .execute();
    type Page = { items: { id: string; actor: string; action: string }[]; next: string | null };
    const first = (await get('/operator/audit?subjectKind=test')).data as Page;
    expect([first.items.length, first.items[0]?.action, first.items[0]?.actor]).toEqual([
      50,
      'test.59',
      'system',
    ]);
    const second = (await get(`/operator/audit?subjectKind=test&before=${first.next}`)).data as Page;
    expect([second.items.length, second.items.at(-1)?.action, second.next]).toEqual([10, 'test.0', null]);
    expect((await get('/operator/audit?before=x')).status).toBe(422);
    await expect(api.deps.db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/);
    await expect(api.deps.db.updateTable('audit_log').set({ action: 'x' }).execute()).rejects.toThrow(
      /append-only/,
    );
  });

  it('keep where each act came from: address and browser of the call, cut to what fits', async () => {
    const audited = async (headers: Record<string, string>, ip: string) => {
      const body = { email: 'where@example.com', roles: ['advertiser'] };
      await api.call('POST', '/operator/users/invite', { token: operator.token, body, headers, ip });
      const { items } = (await get('/operator/audit')).data as {
        items: { ip: string | null; userAgent: string | null }[];
      };
      return { ip: items[0]?.ip, userAgent: items[0]?.userAgent };
    };
    expect(await audited({ 'user-agent': 'Firefox' }, '2001:db8::7')).toEqual({
      ip: '2001:db8::7',
      userAgent: 'Firefox',
    });
    const long = 'x'.repeat(401);
    expect((await audited({ 'user-agent': long.slice(1) }, '192.0.2.1')).userAgent).toBe(long.slice(1));
    expect((await audited({ 'user-agent': long }, '192.0.2.1')).userAgent).toBe(long.slice(1));
    // Nobody called: the system itself.
    expect((await get('/operator/audit?subjectKind=test')).data).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ ip: null, userAgent: null })]),
    });
  });

  it('show no mail’s text in the list, none of its tokens when it is read, and who read it', async () => {
    const body = { email: 'guest@example.com', roles: ['advertiser'] };
    const invited = await api.call('POST', '/operator/users/invite', { token: operator.token, body });
    const token = new URL((invited.data as { inviteUrl: string }).inviteUrl).searchParams.get('token') ?? '';
    const list = await get('/operator/mails');
    const [newest] = (list.data as { items: { id: string }[] }).items;
    expect(newest).toMatchObject({ to: 'guest@example.com', sentAt: null, lastError: null });
    const found = async (query: string) =>
      ((await get(`/operator/mails?${query}`)).data as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(await found('search=GUEST@')).toEqual([newest?.id]);
    expect(await found('search=guest%25&state=unsent')).toEqual([]);
    expect(await found('state=unsent')).toContain(newest?.id);
    expect(await found('state=sent')).not.toContain(newest?.id);
    const { rows } = await api.pool.query('select id from app_user where email = $1', [body.email]);
    expect(newest).toMatchObject({ userId: rows[0].id });
    expect(Object.keys(newest ?? {})).not.toContain('body');
    const read = await get(`/operator/mails/${newest?.id}`);
    expect((read.data as { body: string }).body).toContain('/invite?token=…');
    expect(`${list.raw}${read.raw}`).not.toContain(token);
    const audit = await get('/operator/audit?subjectKind=mail');
    expect((audit.data as { items: object[] }).items).toMatchObject([
      { action: 'mail.read', detail: { mail: newest?.id, to: 'guest@example.com' } },
    ]);
    expect((await get('/operator/mails/999999999999999999')).status).toBe(404);
    expect((await get('/operator/mails/9999999999999999999')).status).toBe(422);
  });

  it('show of a mail that was sent the way back to the dashboard, and of no link its token', async () => {
    const body =
      'See https://dashboard.test/end?from=mail&token=aB-_9&of=x and https://dashboard.test/a?token=c.';
    const { rows } = await api.pool.query<{ id: string }>(
      `insert into mail_outbox (to_email, subject, body_text, way, sent_at)
       select 'sent@mails.test', 's', $1, '/login', case when n = 2 then now() end from generate_series(1, 2) n returning id`,
      [body],
    );
    const read = async (id = '') => ((await get(`/operator/mails/${id}`)).data as { body: string }).body;
    const way = `\n\n${api.deps.publicUrl}/login\n`;
    expect(await read(rows[0]?.id)).toBe(`${body}${way}`);
    const hidden = body.replace('aB-_9', '…').replace('token=c.', 'token=….');
    expect(await read(rows[1]?.id)).toBe(`${hidden}${way}`);
  });

  it('have mails newest first with their files, a page at a time', async () => {
    const mail = async (to: string, files: readonly string[], sentAt: Date | null) =>
      await api.pool.query(
        `with made as (insert into mail_outbox (to_email, subject, body_text, created_at, sent_at, last_error)
                       values ($1, 'Of ' || $1, 'b', $3, $4, 'full') returning id)
         insert into mail_attachment (mail_id, name, media_type, content)
         select id, unnest($2::text[]), 'text/csv', '' from made`,
        [to, files, api.deps.clock(), sentAt],
      );
    await mail('first@mails.test', ['b.csv', 'a.csv'], null);
    await mail('second@mails.test', [], api.deps.clock());
    await mail('third@mails.test', ['c.csv'], null);
    const page = await listMails(api.deps, { limit: 2 });
    const at = api.deps.clock().toISOString();
    expect(page.items).toMatchObject([
      {
        to: 'third@mails.test',
        userId: null,
        attachments: ['c.csv'],
        createdAt: at,
        sentAt: null,
        lastError: 'full',
      },
      { to: 'second@mails.test', subject: 'Of second@mails.test', attachments: [], sentAt: at },
    ]);
    expect(page.next).toBe(page.items[1]?.id);
    const rest = await listMails(api.deps, { limit: 1, before: page.next ?? '' });
    expect(rest.items.map(({ to, attachments }) => [to, attachments])).toEqual([
      ['first@mails.test', ['a.csv', 'b.csv']],
    ]);
    expect((await listMails(api.deps, { limit: 3 })).items).toHaveLength(3);
  });
});
