import { withCharset } from '../text-charset.ts';
import type { SendMail } from './mail-sender.ts';

/** The way out, and, where it is https, by one press in the mail program (RFC 8058). */
function listHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https://') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

/**
 * Sends through the mail server of SMTP_URL.
 * @param from with a name, or an address alone: then the network's name stands before it
 * @param replyTo where answers go; undefined: to the sender
 */
export async function smtpSender(smtpUrl: string, from: string, replyTo?: string): Promise<SendMail> {
  // Loaded only where there is a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return async (mail) => {
    const { to, subject, text, html, attachments = [], unsubscribeUrl } = mail;
    await transport.sendMail({
      messageId: mail.messageId,
      from: from.includes('<') ? from : { name: mail.fromName, address: from },
      ...(replyTo === undefined ? {} : { replyTo }),
      to,
      subject,
      text,
      html,
      headers: {
        // Out-of-office replies and the like leave it alone (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        // For whom it is read aloud, or translated: the HTML says it too, the text cannot.
        ...(mail.language === null ? {} : { 'Content-Language': mail.language }),
        ...(unsubscribeUrl === undefined ? {} : listHeaders(unsubscribeUrl)),
      },
      attachments: attachments.map((file) => ({
        filename: file.name,
        contentType: withCharset(file.mediaType),
        content: file.content,
      })),
    });
  };
}
