import { defineTexts } from '../../i18n/texts.ts';

/** Mails that were written. */
export const mailTexts = defineTexts('mails', {
  title: 'Mails',
  description:
    'What was written to users. Links in them are their receivers’ alone; reading one is written into the audit log.',
  failed: 'Failed to fetch mails',
  empty: 'No mails yet',
  emptyText: 'Invitations, rejections and receipts appear here.',
  files: 'Files: {names}',
  bodyFailed: 'Failed to fetch the mail',
  sent: 'Sent',
  waiting: 'Not sent',
  more: 'Load more',
  loading: 'Loading…',
});
