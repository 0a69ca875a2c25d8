import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailEntry, MailPreview } from '@placard/contract/mail-catalogue';
import { LANGUAGES } from '@placard/domain/language';
import { fixedFor, NOTICE_KIND_KEYS } from '@placard/domain/notice/kinds';
import { TEST_MAIL_EVERY_MS } from '@placard/domain/notice/test-mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../../http/testing/mails.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { type OutgoingMail, sendNextMail } from '../../mail/mail-sender.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const read = async <Data>(path: string, user = operator) => {
  const answer = await api.call('GET', `/operator/mail-catalogue${path}`, { token: user.token });
  expect(answer.status).toBe(200);
  return answer.data as Data;
};
const list = async (language: string) => (await read<{ items: MailEntry[] }>(`?language=${language}`)).items;
const preview = async (name: string, language: string) =>
  await read<MailPreview>(`/${name}?language=${language}`);
const test = async (name: string, user = operator, language = 'en') =>
  await api.call('POST', `/operator/mail-catalogue/${name}/test`, { token: user.token, body: { language } });
const words = (html: string) =>
  html
    .replace(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]*>/gs, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '');

describe('every mail of the catalogue', () => {
  // What has nothing that its reader could open.
  const LEADS_NOWHERE = ['signUpRefused', 'accountClosed'];

  it.each(LANGUAGES)(
    'says the same as text and as HTML, names the network, and leads to its subject (%s)',
    async (language) => {
      const { network_name: network } = await api.deps.db
        .selectFrom('network_settings')
        .select('network_name')
        .executeTakeFirstOrThrow();
      for (const { name, subject } of await list(language)) {
        const mail = await preview(name, language);
        expect([name, mail.subject]).toEqual([name, subject]);
        if (name !== 'report')
          expect([name, words(mail.html)]).toEqual([name, mail.text.replace(/-{3,}|\s/g, '')]);
        expect([name, `${subject} ${mail.text}`]).toEqual([name, expect.stringContaining(network)]);
        const leads = /http:\/\/dashboard\.test\/\w/;
        expect([name, leads.test(mail.text), /href="http:\/\/dashboard\.test\/\w/.test(mail.html)]).toEqual([
          ...[name, !LEADS_NOWHERE.includes(name), !LEADS_NOWHERE.includes(name)],
        ]);
        // What somebody wrote ends as they ended it, and days are written as people write them.
        expect([name, /\.\.|\d{4}-\d{2}-\d{2}/.exec(`${subject} ${mail.text}`)]).toEqual([name, null]);
        // Nothing was left unfilled, nothing runs, and nothing has to be fetched.
        expect([name, /[{}]|undefined|null|NaN/.test(`${subject}${mail.text}`)]).toEqual([name, false]);
        expect([name, /<script|<img|<link|@import|url\(|\son\w+=/i.test(mail.html)]).toEqual([name, false]);
      }
    },
  );

  it('is in German where that is asked for, and in English else', async () => {
    const [english, german] = [await list('en'), await list('de')];
    expect(german.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
    const same = english.filter(({ subject }, at) => subject === german[at]?.subject);
    expect(same.map(({ name }) => name)).toEqual([]);
    for (const { name } of english) {
      const [one, other] = [await preview(name, 'en'), await preview(name, 'de')];
      expect([name, one.text === other.text]).toEqual([name, false]);
    }
  });

  it('tells each kind of notice by one of them, and says why it cannot be ended where it cannot', async () => {
    const items = await list('en');
    expect(items.flatMap(({ kinds }) => kinds).toSorted()).toEqual(NOTICE_KIND_KEYS.toSorted());
    for (const { name, kinds, keptFor } of items.filter((item) => item.kinds.length > 0)) {
      const free = kinds.some((kind) => fixedFor(kind) === null);
      expect([name, keptFor === null]).toEqual([name, free]);
    }
    expect(items.find(({ name }) => name === 'passwordChanged')?.keptFor).toBe('account');
    expect(items.find(({ name }) => name === 'digest')?.keptFor).toBeNull();
  });

  it('is all that is mailed: besides the texts only reports, digests and these samples are put into the outbox', () => {
    const folder = join(import.meta.dirname, '../..');
    const callers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.|\/testing\//.test(path))
      .filter((path) => /\bawait queue(Secret)?Mail\(/.test(readFileSync(join(folder, path), 'utf8')));
    expect(callers.toSorted()).toEqual([
      'features/mail-catalogue/send-test-mail.ts',
      'features/notices/send-digests.ts',
      'features/views/send-views.ts',
      'mail/write-mail.ts',
    ]);
  });
});

describe('a test mail', () => {
  it('goes to the operator’s own address, as the preview shows it, says that it is one, and is audited', async () => {
    const self = await api.user({ roles: ['operator'] });
    const before = api.now;
    expect((await test('invite', self, 'de')).status).toBe(200);
    const { subject, text, html } = await preview('invite', 'de');
    const taken: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => {
      taken.push(mail);
    };
    while (await sendNextMail({ ...api.deps, send }));
    expect(taken.filter(({ to }) => to === self.email)).toEqual([
      expect.objectContaining({ subject: `[Test] ${subject}`, text, html }),
    ]);
    expect(taken[0]?.unsubscribeUrl).toBeUndefined();
    const audited = await api.deps.db
      .selectFrom('audit_log')
      .select(['detail', 'actor_kind', 'at'])
      .where('actor_user_id', '=', self.id)
      .where('action', '=', 'mail.test')
      .execute();
    expect(audited).toEqual([
      { detail: { mail: 'invite', language: 'de' }, actor_kind: 'operator', at: before },
    ]);
  });

  it('is sent of every mail there is', async () => {
    for (const { name } of await list('en')) {
      const self = await api.user({ roles: ['operator'] });
      expect([name, (await test(name, self)).status]).toEqual([name, 200]);
      expect((await mailsTo(api, self.email)).length).toBe(1);
    }
  });

  it('is one each ten seconds, to the millisecond, however many are asked for at once', async () => {
    const self = await api.user({ roles: ['operator'] });
    const answers = await Promise.all([test('invite', self), test('invite', self), test('signUp', self)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    api.now = new Date(api.now.getTime() + TEST_MAIL_EVERY_MS - 1);
    const refused = await test('invite', self);
    expect([refused.status, refused.error?.code, refused.headers['retry-after']]).toEqual([
      ...[429, 'rate_limited', '10'],
    ]);
    expect((await test('invite')).status).toBe(200);
    api.now = new Date(api.now.getTime() + 1);
    expect((await test('invite', self)).status).toBe(200);
    expect((await mailsTo(api, self.email)).length).toBe(2);
  });

  it('is none of a name that there is not, of a language that is not spoken, and for nobody else', async () => {
    for (const name of ['nothing', 'constructor', 'toString', 'x'.repeat(41), '__proto__']) {
      expect([404, 422]).toContain((await test(name)).status);
      const read = await api.call('GET', `/operator/mail-catalogue/${name}`, { token: operator.token });
      expect([404, 422]).toContain(read.status);
    }
    expect((await test('invite', operator, 'xx')).error?.issues?.map(({ path }) => path)).toEqual([
      'language',
    ]);
    const advertiser = await api.user();
    expect((await test('invite', advertiser)).status).toBe(403);
    expect(await mailsTo(api, advertiser.email)).toEqual([]);
  });
});
