import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OutgoingMail } from './mail-sender.ts';
import { smtpSender } from './smtp.ts';

const got: string[] = [];
let server: SMTPServer;
let url: string;
beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        got.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  got.length = 0;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
});

const MAIL: OutgoingMail = {
  messageId: '<7.1770000000000@ads.example>',
  fromName: 'Lantern Ads',
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  language: 'en',
};
const WAY_OUT = 'https://ads.example/unsubscribe?token=abc';

/** The headers of a mail as a mail server got it, folded lines put together. */
async function sent(
  mail: Partial<OutgoingMail>,
  from = 'no-reply@ads.example',
  replyTo?: string,
): Promise<Map<string, string>> {
  const send = await smtpSender(url, from, replyTo);
  await send({ ...MAIL, ...mail });
  const [head = ''] = (got.at(-1) ?? '').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

it('a mail says that a program wrote it, who is behind it, and under which id, in text and HTML', async () => {
  const headers = await sent({});
  expect(headers.get('message-id')).toBe(MAIL.messageId);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  const german = await sent({ language: 'de' });
  const unknown = await sent({ language: null });
  expect([headers, german, unknown].map((each) => each.get('content-language'))).toEqual([
    'en',
    'de',
    undefined,
  ]);
  expect(headers.get('from')).toBe('Lantern Ads <no-reply@ads.example>');
  expect(headers.get('content-type')).toContain('multipart/alternative');
  expect([
    headers.has('reply-to'),
    headers.has('list-unsubscribe'),
    headers.has('list-unsubscribe-post'),
  ]).toEqual([false, false, false]);
});

it('a sender with a name of its own keeps it, and answers go where they are wanted', async () => {
  const headers = await sent({}, 'Ads <ads@ads.example>', 'desk@ads.example');
  expect([headers.get('from'), headers.get('reply-to')]).toEqual([
    'Ads <ads@ads.example>',
    'desk@ads.example',
  ]);
});

it('a file of text says how it is encoded', async () => {
  const content = Buffer.from('a,ä');
  await sent({
    attachments: [
      { name: 'figures.csv', mediaType: 'text/csv', content },
      { name: 'figures.pdf', mediaType: 'application/pdf', content },
    ],
  });
  const types = [...(got.at(-1) ?? '').matchAll(/^Content-Type: (\S+)(?: (charset=\S+))?/gm)];
  const files = types.map(([, type, charset]) => [type, charset]).slice(-2);
  expect(files).toEqual([
    ['text/csv;', 'charset=utf-8;'],
    ['application/pdf;', undefined],
  ]);
});

it('a mail that can be ended is ended by one press where its link is https, else by the link', async () => {
  const secure = await sent({ unsubscribeUrl: WAY_OUT });
  expect(secure.get('list-unsubscribe')).toBe(`<${WAY_OUT}>`);
  expect(secure.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const plain = await sent({ unsubscribeUrl: WAY_OUT.replace('https', 'http') });
  expect([plain.has('list-unsubscribe'), plain.has('list-unsubscribe-post')]).toEqual([true, false]);
});
