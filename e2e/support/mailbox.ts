import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mailbox = {
  readonly url: string;
  /** The one-time link of the newest mail to an address, once it has come. */
  readonly linkTo: (email: string) => string | undefined;
  readonly close: () => Promise<void>;
};

/** A mail server that keeps what it is sent. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: { readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // Quoted-printable: a line that is too long is broken with an equals sign, and an equals sign is written =3D.
        const text = Buffer.concat(parts)
          .toString('utf8')
          .replace(/=\r?\n/g, '')
          .replaceAll('=3D', '=');
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    linkTo: (email) => {
      const mail = mails.findLast(({ to, text }) => to === email && /\?token=/.test(text));
      return mail === undefined ? undefined : /https?:\/\/\S+\?token=[\w-]+/.exec(mail.text)?.[0];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
