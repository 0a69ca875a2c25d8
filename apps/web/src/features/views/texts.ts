import { defineTexts } from '../../i18n/texts.ts';

/** The page that ends the mails of a saved view. */
export const unsubscribeTexts = defineTexts('unsubscribe', {
  title: 'Stop these mails',
  text: 'The view {name} is mailed to you regularly. You can start that again in the report.',
  button: 'Stop mails',
  busy: 'Stopping…',
  done: 'You will get no more of these mails.',
  doneNamed: 'The view {name} is not mailed to you any more.',
  failed: 'Failed to stop mails',
  invalid: 'This link does not work',
  invalidText: 'It may have been cut off. Open it from the mail again, or stop the mails in the report.',
  toLogin: 'Go to login',
});
