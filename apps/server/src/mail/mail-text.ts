import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { MessageValues } from '@placard/texts/message-values';
import type { TextKey } from '@placard/texts/text-tree';
import { mailTexts } from '../texts/catalogues.ts';
import { type AnyGiven, type Given, type Says, wordedIn } from '../texts/given.ts';
import type { Worded } from '../texts/worded.ts';

/** What a mail says, in the language of whoever gets it. */
export type MailText = (language: Language) => MailWords;
export type MailWords = {
  readonly language: Language;
  readonly subject: string;
  readonly body: string;
  /** A path of the dashboard, where the words name no address: it is written below them. */
  readonly way?: string | null;
};

type Values = MessageValues['mail'];
type Key = TextKey<typeof mailTexts.byLanguage.en>;
/** All mails name the network or the thing they are about in both parts. */
export type MailName = keyof Values extends infer Each
  ? Each extends `${infer Name}.subject`
    ? Name
    : never
  : never;

type WithoutAddress = {
  [Name in MailName]: 'url' extends keyof Values[`${Name}.body`] ? never : Name;
}[MailName];

type Way = string;
/** Mails about one thing, to which they lead: whoever writes one says where it is. */
type Led = 'operatorChange' | 'clawback' | 'inquiry' | 'disputeOver' | 'depositDiffers' | 'depositPaidTwice';

/** Where each other mail leads whose words name no address. Null: there is nothing that its reader could open. */
const WAYS = {
  memberJoined: '/account/team',
  accountHandedOver: '/account/team',
  signUpRefused: null,
  secondFactor: '/account',
  emailAsked: '/account',
  emailChanged: '/account',
  passwordChanged: '/account',
  depositConfirmed: '/advertiser/billing',
  depositFailed: '/advertiser/billing',
  payoutRequested: '/publisher/payment',
  payoutProcessing: '/publisher/payment',
  payoutCompleted: '/publisher/payment',
  payoutFailed: '/publisher/payment',
  payoutRejected: '/publisher/payment',
  paymentProfile: '/publisher/payment',
  topUpStopped: '/advertiser/billing',
  refunded: '/advertiser/billing',
  refundReturned: '/advertiser/billing',
  backupFailed: '/dashboard',
  accountClosed: null,
  passkey: '/account',
  signInLink: '/account',
} as const satisfies Record<Exclude<WithoutAddress, Led>, Way | null>;
const wayOf = (name: string): Way | null => (name in WAYS ? WAYS[name as keyof typeof WAYS] : null);

/** What a mail says with its way below: `publicUrl` is the dashboard's address. */
export function withWay(publicUrl: string, { body, way }: Pick<MailWords, 'body' | 'way'>): string {
  return way === undefined || way === null ? body : `${body.trimEnd()}\n\n${publicUrl}${way}\n`;
}

function says(language: Language): Says {
  return textsIn(mailTexts, language) as Says;
}

/**
 * The mail of a name: `mailText('invite', { network, url })`.
 * @param way of what is about one thing: where that is found
 */
export function mailText<Name extends MailName>(
  name: Name,
  values: Given<Values[`${Name}.subject`] & Values[`${Name}.body`]>,
  ...way: Name extends Led ? [way: Way] : []
): MailText;
export function mailText(name: string, values: AnyGiven, way: Way | null = wayOf(name)): MailText {
  return (language) => {
    const t = says(language);
    const given = wordedIn(language, values);
    const words = { subject: t(`${name}.subject`, given), body: t(`${name}.body`, given) };
    return { language, ...words, way };
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
