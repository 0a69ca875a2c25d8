import type { SendMail } from './mail-sender.ts';

/** Sends through the mail server of SMTP_URL. */
export async function smtpSender(smtpUrl: string, from: string): Promise<SendMail> {
  // Loaded only where there is a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return async ({ to, subject, text, html, attachments = [], unsubscribeUrl }) => {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
      attachments: attachments.map((file) => ({
        filename: file.name,
        contentType: file.mediaType,
        content: file.content,
      })),
    });
  };
}
