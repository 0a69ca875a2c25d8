/**
 * Words for what only the server finds out, as codes of issues beside those of the rules and as reasons of errors: no form of the dashboard says
 * them itself, and so no page brings them in English. In other languages they stand among the errors. One that is a rule's too is what is said where
 * the server names a value.
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
  amount_too_small: 'The amount is too small: at least {value}',
  amount_too_large: 'The amount is too large: {value} of this deposit are left',
  payout_below_minimum: 'The amount is below the minimum payout of {value}',
  min_payout_too_low: 'The minimum payout must not be below that of the network: {value}',
  image_damaged: 'The image is damaged and cannot be read. Export it again as JPG, JPEG, PNG or WebP.',
  bid_cards_full: 'There are {value} cards already.',
  look_inactive: 'Only an active account has a dashboard to look at.',
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
} as const satisfies Record<string, string>;

export type RefusalCode = keyof typeof REFUSAL_MESSAGES;

/** The words of a refusal, with the value that they name. */
export function refusalMessage(code: RefusalCode, value?: string): string {
  const message: string = REFUSAL_MESSAGES[code];
  return value === undefined ? message : message.replace('{value}', () => value);
}
