import { type SaidValues, STATUS_MESSAGES, type StatusRefusalCode } from './status-refusals.ts';

/**
 * Words for what only the server finds out, as codes of issues beside those of the rules and as reasons of errors: no form of the dashboard says
 * them itself, and so no page brings them in English. In other languages they stand among the errors. One that is a rule's too is what is said where
 * the server names a value. What names one thing calls it `{value}`; `{issues}` are the sentences of the error's issues.
 */
export const REFUSAL_MESSAGES = {
  report_hours_too_long: 'By the hour a report covers at most 92 days',
  report_names_too_many: 'These days have figures of too many names to look through: choose fewer days',
  report_compare_day_missing: 'Name both days of the period to compare with',
  report_creative_of_campaign: 'A creative’s viewers are counted over all of its campaigns together',
  report_refused: 'This report cannot be given as it was asked for',
  statistics_hours_too_long: 'By the hour statistics cover at most 31 days',
  image_format:
    'This is not an image of an allowed format. Upload a JPG, JPEG, PNG or WebP file of at most 5MB.',
  image_bytes: 'The image is larger than 5MB. Upload a JPG, JPEG, PNG or WebP file of at most 5MB.',
  image_animated: 'Animated images are not accepted. Upload a still JPG, JPEG, PNG or WebP file.',
  image_polyglot:
    'The file holds more than an image. Export it again as JPG, JPEG, PNG or WebP and upload that.',
  amount_too_small: 'The amount is too small: at least {amount}',
  amount_too_large: 'The amount is too large: {amount} of this deposit are left',
  payout_below_minimum: 'The amount is below the minimum payout of {amount}',
  min_payout_too_low: 'The minimum payout must not be below that of the network: {amount}',
  image_damaged: 'The image is damaged and cannot be read. Export it again as JPG, JPEG, PNG or WebP.',
  bid_cards_full: 'There are {value} cards already.',
  look_inactive: 'Only an active account has a dashboard to look at.',
  export_erased: 'What was about persons of this account has been erased.',
  given_exports_full:
    'You asked for {value} archives of others within a day. Wait until the first of them is a day old.',
  own_operator_role: 'You cannot take the operator role from yourself.',
  own_suspension: 'You cannot suspend your own account.',
  own_reset_link: 'Change your own password under Account.',
  own_totp_reset: 'Another operator has to do that for you.',
  totp_none: 'This account has no two-factor sign-in.',
  views_full: 'You have {value} views already. Delete one first.',
  website_suspended:
    'The website is suspended by the network, which alone can activate it again. Please contact your administrator.',
  passkeys_unavailable:
    'Passkeys need an address with a name and https. Ask whoever runs this network for one.',
  passkey_none: 'You have no passkey.',
  passkeys_full: 'You have {value} passkeys, as many as there may be. Remove one first.',
  correction_orphaned: 'Whoever asked for this is no operator any more. Reject it and ask for it anew.',
  totp_on: 'Two-factor sign-in is on already.',
  totp_not_begun: 'Start to set up two-factor sign-in first.',
  totp_stays: 'This network requires two-factor sign-in.',
  totp_off: 'Two-factor sign-in is off.',
  traffic_rules_full: 'There are {value} rules already. Remove one first.',
  traffic_rule_repeated: 'There is a rule like this already: {value}',
  assigned_ad_set_archived: 'The ad set “{value}” is archived, so no creative can be assigned to it.',
  creative_ad_sets_full: 'A creative is assigned to at most 500 ad sets. Remove “{value}” from some first.',
  currency_fixed: 'The currency cannot be changed once money has been booked.',
  signing_key_waits: 'A new key waits already for its first day, or all 255 were made.',
  payment_under_way: 'The payment is under way. Look again in a moment.',
  top_up_card_missing:
    'Automatic top-up needs a default card. Add one first, or choose one of yours as default.',
  test_card_refused: 'Test cards pay in demo mode only.',
  deposits_full: '{value} deposits are waiting already. Cancel those that you will not pay.',
  deposit_of_gateway: 'The card gateway decides about this deposit.',
  api_keys_full: 'You have {value} API keys already. Revoke one first.',
  notes_full: 'There are {value} notes already. Remove one first.',
  ads_txt_checked_often:
    'This was checked several times just now. Please wait {value} seconds and try again.',
  month_closed: 'This month is closed already.',
  share_rates_full: 'There are {value} shares already.',
  share_rate_over: 'This share is over.',
  withdrawals_full: '{value} withdrawals are waiting already.',
  withdrawal_uncovered: 'Your available balance does not cover this amount.',
  payment_profiles_full: 'You have {value} payment profiles already. Delete one that you no longer need.',
  export_discarded: '{value} was discarded already.',
  withholding_rates_full: 'There are {value} rates already.',
  withholding_rate_over: 'This rate is over.',
  member_suspended: 'This member is suspended. Hand the account over to somebody who can sign in.',
  webhooks_full: 'There are {value} webhook endpoints already. Remove one first.',
  webhook_off: 'This webhook endpoint is switched off. Switch it on first.',
  delivery_tried_enough: 'This was tried {value} times, which is enough.',
  sign_in_links_full: 'Your account has {value} links, as many as there may be. End one first.',
  sign_in_linked_elsewhere:
    'Your account is linked with another sign-in there. Sign in with your password and end that link under Account first.',
  single_sign_on_none: 'This network has no single sign-on.',
  campaign_approved: 'The campaign is paused and approved already. Activate it instead.',
  campaign_unapproved: 'The campaign is paused and not approved. Submit it for review first.',
  ad_sets_full_to_copy: 'A campaign has at most {value} ad sets. Archive some before you duplicate it.',
  ad_sets_full: 'A campaign has at most {value} ad sets. Archive some before you add another.',
  ad_set_cannot_be_edited: 'The ad set is archived, so it cannot be edited.',
  ad_set_cannot_be_duplicated: 'The ad set is archived, so it cannot be duplicated.',
  ad_set_cannot_be_archived: 'The ad set is archived, so it cannot be archived.',
  campaign_without_ad_set:
    'The campaign is {campaignStatus} and has no ad set. Add one before you publish it.',
  creatives_waiting: '{value} of your creatives wait for review. Add another once some were looked at.',
  images_unused:
    '{most} of your images are in no creative. Use some of them; the others go {days} days after their upload.',
  websites_waiting: '{value} of your websites wait for review. Add another once some were looked at.',
  widgets_full: 'A website has at most {value} widgets. Archive some before you add another.',
  campaigns_full: 'You have 5,000 campaigns. Archive some before you create another.',
  assigned_campaign_ended:
    'The campaign of the ad set “{adSet}” is {campaignStatus}, so no creative can be assigned to it.',
  image_dimensions: 'The image must be exactly {required} pixels. Required: {required}, current: {current}.',
  current_password_refused: 'The current password is not correct.',
  payout_approver_new:
    'You became an operator after this payout was requested. An operator of before has to approve it as well.',
  correction_approver_new:
    'You became an operator after this correction was requested. An operator of before has to approve it as well.',
  payout_approver_tied:
    'You and {value} cannot both approve this payout: one of you invited the other, or gave them a new way in. Another operator has to approve it.',
  correction_approver_tied:
    'You and {value} cannot both approve this correction: one of you invited the other, or gave them a new way in. Another operator has to approve it.',
  payout_approver_shares:
    'You and {value} cannot both approve this payout: you act for the same account, or one of you did until lately. Another operator has to approve it.',
  correction_approver_shares:
    'You and {value} cannot both approve this correction: you act for the same account, or one of you did until lately. Another operator has to approve it.',
  export_of_unprocessed: '{paymentId} is {payoutStatus} now: only payouts in processing can be exported.',
  export_repeated:
    '{paymentId} was exported on {day} in {batch} already. Download that export again, or discard it first if the bank has not carried it out.',
  export_carried_out: '{paymentId} is completed: the bank has carried {batch} out.',
  export_details_unreadable:
    'The payment details of {value} cannot be read: they were sealed with another installation key. Leave it out, or mark it as failed: its publisher enters them again.',
  export_file_unreadable:
    'The file of {value} cannot be read: it was sealed with another installation key. Discard it if the bank has not carried it out, and export again.',
  sepa_currency:
    'SEPA moves euros only, and this network pays in {value}. Export the payouts as CSV instead.',
  sepa_debtor_missing: 'Enter the account that pays in the payout settings first: a SEPA file names it.',
  sepa_debtor_unreadable:
    'The account that pays cannot be read: it was sealed with another installation key. Enter it again in the payout settings.',
  sepa_unpayable: '{issues} Leave them out, or export them as CSV.',
  sepa_by_paypal: '{value} is paid by PayPal, not by bank transfer.',
  sepa_without_iban: '{value} has an account number, but no IBAN.',
  sepa_iban_outside: '{paymentId} has an IBAN outside the SEPA ({country}).',
  sepa_swift_invalid: '{value} has no valid SWIFT code.',
  sepa_name_not_latin: '{value} has an account name without Latin letters.',
  sepa_too_large: '{value} is larger than a SEPA transfer can be.',
  sepa_more: 'And {value} more.',
  month_not_closable: 'This month cannot be closed yet: {blockers}.',
  key_lacks_scope: 'This API key lacks the scope "{value}".',
  gateway_refused: '{value}',
  not_drawn: 'This could not be made just now. Please try again.',
  not_stored: 'This could not be stored just now. Please try again in a few seconds.',
  all_busy: 'This takes longer than usual just now. Please try again in a few seconds.',
  too_many_for_seconds: 'Too many attempts. Please try again in {value} seconds.',
  too_many_for_minutes: 'Too many attempts. Please try again in {value} minutes.',
  too_many_for_hours: 'Too many attempts. Please try again in {value} hours.',
  too_many_at_once: 'Too many requests at once. Please wait a moment and try again.',
} as const satisfies Record<string, string>;

/** All of them, by code. */
export const REFUSALS: Readonly<Record<RefusalCode, string>> = { ...REFUSAL_MESSAGES, ...STATUS_MESSAGES };

type Messages = typeof REFUSAL_MESSAGES;
export type RefusalCode = keyof Messages | StatusRefusalCode;

type NamesIn<Message> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type ValuesOf<Name extends string> = {
  readonly [Each in Name]: Each extends keyof Omit<SaidValues, 'blockers'>
    ? SaidValues[Each][number]
    : string;
};

type Unnamed = { readonly value?: never; readonly values?: never };

/** A reason with what its words name: `{ reason: 'api_keys_full', value: '20' }`; of several things each by its name. */
export type Refusal =
  | {
      readonly [Code in keyof Messages]: { readonly reason: Code } & ([NamesIn<Messages[Code]>] extends [
        never,
      ]
        ? Unnamed
        : NamesIn<Messages[Code]> extends 'issues'
          ? Unnamed
          : NamesIn<Messages[Code]> extends 'value'
            ? { readonly value: string; readonly values?: never }
            : { readonly value?: never; readonly values: ValuesOf<NamesIn<Messages[Code]>> });
    }[keyof Messages]
  | {
      readonly reason: StatusRefusalCode;
      readonly value?: never;
      readonly values: Readonly<Record<string, string>>;
    };

/** Reasons that name nothing. */
export type PlainRefusalCode = Exclude<
  { [Code in keyof Messages]: [NamesIn<Messages[Code]>] extends [never] ? Code : never }[keyof Messages],
  never
>;

/** The words of a refusal, with what they name. */
export function refusalMessage(code: RefusalCode, values: Readonly<Record<string, string>> = {}): string {
  return REFUSALS[code].replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
}
