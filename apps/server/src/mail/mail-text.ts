import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { MessageValues } from '@placard/texts/message-values';
import type { TextKey } from '@placard/texts/text-tree';
import { mailTexts } from '../texts/catalogues.ts';
import { type AnyGiven, type Given, type Says, wordedIn } from '../texts/given.ts';
import type { Worded } from '../texts/worded.ts';

/** What a mail says, in the language of whoever gets it. */
export type MailText = (language: Language) => { readonly subject: string; readonly body: string };

type Values = MessageValues['mail'];
type Key = TextKey<typeof mailTexts.byLanguage.en>;
/** All mails name the network or the thing they are about in both parts. */
type MailName = keyof Values extends infer Each
  ? Each extends `${infer Name}.subject`
    ? Name
    : never
  : never;

function says(language: Language): Says {
  return textsIn(mailTexts, language) as Says;
}

/** The mail of a name: `mailText('invite', { network, url })`. */
export function mailText<Name extends MailName>(
  name: Name,
  values: Given<Values[`${Name}.subject`] & Values[`${Name}.body`]>,
): MailText;
export function mailText(name: string, values: AnyGiven): MailText {
  return (language) => {
    const t = says(language);
    const given = wordedIn(language, values);
    return { subject: t(`${name}.subject`, given), body: t(`${name}.body`, given) };
  };
}

/** A part of a mail that is put into it as a value. */
export function mailPart<Part extends Key>(
  key: Part,
  ...values: Part extends keyof Values ? [values: Given<Values[Part]>] : []
): Worded;
export function mailPart(key: string, values: AnyGiven = {}): Worded {
  return (language) => says(language)(key, wordedIn(language, values));
}
