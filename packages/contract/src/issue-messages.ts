/**
 * Words for the codes that schemas and domain rules report. A schema's message is such a code; the API turns it into
 * these words, the dashboard into those of its language.
 */
export const ISSUE_MESSAGES = {
  required: 'This field is required',
  text_expected: 'Enter a text',
  text_shorter_than: 'Enter at least {value} characters',
  text_longer_than: 'Enter at most {value} characters',
  number_expected: 'Enter a number',
  number_not_finite: 'Enter a number in figures',
  number_at_least: 'Enter a number that is at least {value}',
  number_at_most: 'Enter a number that is at most {value}',
  number_not_multiple_of: 'Enter a multiple of {value}',
  flag_expected: 'Answer with yes or no',
  list_expected: 'Give a list',
  list_shorter_than: 'Choose at least {value}',
  list_longer_than: 'Choose at most {value}',
  choice_required: 'Choose one',
  terms_required: 'Accept the terms to go on',
  endpoint_url_invalid: 'Enter an address that begins with https://, without a port, user name or #part',
  event_type_required: 'Choose at least one event',
  event_type_repeated: 'An event is named twice',
  terms_url_invalid: 'Enter an address that begins with https://',
  choice_unknown: 'Choose one that is offered',
  choice_none_of: 'Choose one of these: {value}',
  file_required: 'Choose a file',
  format_invalid: 'This is not written as it has to be',
  address_invalid: 'Enter an address that begins with https://',
  instant_invalid: 'Enter a date with its time and zone, like 2026-03-01T12:00:00Z',
  part_malformed: 'This part of the request is not put together as it has to be',
  part_unknown: 'The request has parts that are not known here',
  currency_invalid: 'Enter the three capital letters of a currency, like USD',
  totp_invalid: 'Enter six digits, or a recovery code',
  email_required: 'Email is required',
  email_invalid: 'Invalid email address',
  email_invalid_account: 'Please enter a valid email address',
  password_required: 'Password is required',
  password_too_short: 'Password must be at least 6 characters',
  password_too_long: 'Password must not exceed 128 characters',
  password_needs_uppercase: 'Password must contain an uppercase letter',
  password_needs_number: 'Password must contain a number',
  password_needs_special: 'Password must contain a special character',
  first_name_required: 'First name is required',
  last_name_required: 'Last name is required',
  current_password_required: 'Current password is required',
  current_password_wrong: 'The current password is not correct',
  current_password_required_for_email: 'Current password is required when changing email',
  new_password_required: 'New password is required when current password is provided',
  confirm_password_required: 'Please confirm your new password',
  password_unchanged: 'Choose another password than the current one',
  passwords_differ: 'Passwords do not match',
  phone_invalid: 'Enter a phone number of 5 to 15 digits, like +49 30 1234567',
  totp_wrong: 'This code is not correct, or was used already',
  time_zone_unknown: 'Choose a time zone from the list',
  amount_invalid: 'Enter an amount of money with at most 6 decimals',
  amount_unreadable: 'Enter an amount in figures, like 1,234.50',
  amount_negative: 'Enter an amount without a minus sign',
  amount_decimals: 'Enter an amount with at most 6 decimals',
  amount_whole_cents: 'Enter an amount in whole cents',
  amount_whole_units: 'Enter a whole amount: this currency has no smaller parts on cards',
  amount_too_small: 'The amount is too small',
  amount_too_large: 'The amount is too large',
  number_not_whole: 'Enter a whole number in figures, like 1,234',
  number_negative: 'Enter a number without a minus sign',
  number_too_large: 'The number is too large',
  percent_invalid: 'Enter a percentage from 0 to 100 with at most 2 decimals',
  budget_too_small: 'The budget must be at least 1',
  daily_budget_exceeds_total: 'The daily budget must not exceed the total budget',
  ad_set_budget_exceeds_campaign: "The ad set's budget must not exceed the campaign's total budget",
  total_budget_below_spent: 'The total budget must not be below what was spent already',
  end_date_before_start: 'The end date must not be before the start date',
  end_date_in_past: 'The end date must not be in the past',
  campaign_too_long: 'A campaign lasts at most ten years',
  report_too_long: 'A report covers at most 800 days',
  report_in_future: 'A report ends tomorrow at the latest',
  cursor_invalid: 'Go on with the `next` of the answer before',
  date_invalid: 'Enter a date',
  date_out_of_range: 'Enter a date between 2000 and 2100',
  time_invalid: 'Enter a time as HH:MM',
  name_required: 'Name is required',
  hidden_characters: 'Leave out line breaks and characters that cannot be seen',
  name_too_long: 'The name is too long',
  text_too_long: 'The text is too long',
  objective_required: 'Choose an objective',
  country_unknown: 'Choose countries from the list',
  language_unknown: 'Choose languages from the list',
  languages_too_many: 'Choose at most 50 languages',
  frequency_cap_invalid: 'Enter a whole number from 1 to 1,000',
  device_required: 'Choose at least one device',
  day_required: 'Choose at least one day of the week',
  creative_name_too_short: 'Name must be at least 3 characters',
  creative_name_too_long: 'Name must be less than 100 characters',
  creative_type_required: 'Please select a type',
  creative_type_invalid: 'Invalid creative type',
  widget_type_invalid: 'Invalid widget type',
  creative_size_required: 'Please select a size',
  click_url_invalid: 'Please enter a valid click URL',
  image_required: 'Please upload an image before creating the creative',
  ad_code_required: 'Ad code is required',
  ad_set_required: 'Please select at least one ad set.',
  domain_required: 'Domain is required',
  domain_has_scheme: 'Enter the domain without http:// or https://',
  domain_invalid: 'Please enter a valid domain name',
  domain_punycode_invalid: 'What follows “xn--” stands for no name. Type the domain with its own letters',
  domain_public_suffix: 'This is a public suffix, not a domain of your own',
  categories_required: 'Choose at least one category',
  categories_too_many: 'Choose at most 5 categories',
  traffic_required: 'Choose a traffic range or enter a number',
  traffic_out_of_range: 'Traffic must be between 1 and 100,000,000',
  sizes_required: 'Add at least one size',
  width_required: 'Enter the width',
  height_required: 'Enter the height',
  side_out_of_range: 'Enter whole pixels from 20 to 2,000',
  size_incomplete: 'Please complete all existing sizes before adding new ones.',
  sizes_too_many: 'Choose at most 10 sizes',
  size_repeated: 'This size is in the list already',
  fallback_too_long: 'The fallback content has at most 5,000 characters',
  fallback_has_script: 'Fallback content holds no script: it would run on every view, also beside an ad',
  fallback_has_widget: 'Fallback content holds no other widget',
  fallback_not_floating: 'A floating ad takes no room in the page: it has no fallback content',
  fallback_unbalanced: 'Close every element that the fallback content opens',
  category_unknown: 'Choose a category from the list',
  category_retired:
    'This category is not offered any more. A website that has it may keep it; choose another one',
  block_value_unknown: 'There is nothing like this to block',
  blocks_too_many: 'A block-list has at most 1,000 entries',
  profile_name_required: 'Profile name is required',
  paypal_email_required: 'PayPal email is required',
  account_name_required: 'Account name is required',
  bank_name_required: 'Bank name is required',
  account_or_iban_required: 'Enter an IBAN or an account number',
  account_number_invalid: 'Enter 4 to 34 letters and digits',
  iban_invalid: 'Please enter a valid IBAN',
  iban_not_sepa: 'Please enter a valid IBAN of a country of the SEPA',
  account_name_not_latin: 'The account name needs Latin letters for SEPA',
  swift_invalid: 'Please enter a valid SWIFT code of 8 or 11 characters',
  swift_iban_country: 'IBAN and SWIFT code belong to different countries',
  routing_number_invalid: 'Please enter a valid routing number of 9 digits',
  routing_or_swift_required: 'An account number needs a routing number or a SWIFT code',
  payout_below_minimum: 'The amount is below the minimum payout',
  min_payout_too_low: 'The minimum payout must not be below that of the network',
  default_profile_required: 'Choose a default payment profile first',
  payment_profile_required: 'Choose a payment profile',
  reason_required: 'Please give a reason',
  reason_too_short: 'Give a reason of at least 3 characters',
  refund_too_long: 'Choose a period of at most 92 days',
  document_corrected: 'More than this document says cannot be credited',
  document_not_correctable: 'This account has no such invoice or receipt',
  role_required: 'Choose at least one role',
  address_required: 'Enter the address',
  address_too_long: 'An address has at most 6 lines',
  country_required: 'Choose a country',
  vat_number_invalid: 'This is no VAT number of the chosen country',
  period_too_large: 'There are more than 10,000 documents in it: choose a shorter period',
  seller_required: 'Enter it too: documents name the seller whole',
  tax_rate_invalid: 'Enter a rate from 0.01 to 50 percent with at most 2 decimals',
  tax_country_repeated: 'There is a rate for this country already',
  scope_required: 'Choose at least one scope',
  scope_repeated: 'Name each scope once',
  scope_beyond_role: 'Your role in this account does not allow this scope',
  tax_rates_too_many: 'There are at most 60 rates',
} as const satisfies Record<string, string>;

export type IssueCode = keyof typeof ISSUE_MESSAGES;

export function isIssueCode(text: string): text is IssueCode {
  return Object.hasOwn(ISSUE_MESSAGES, text);
}

/** A code that names a value of its rule: `text_longer_than:200`. */
export function issueWith(code: IssueCode, value: string): string {
  return `${code}:${value}`;
}

/** The code and the value of what a schema reports; `null` where it is neither, but a text. */
export function issueParts(message: string): { readonly code: IssueCode; readonly value: string } | null {
  const at = message.indexOf(':');
  const code = at < 0 ? message : message.slice(0, at);
  return isIssueCode(code) ? { code, value: at < 0 ? '' : message.slice(at + 1) } : null;
}

/** The words for a code, or the text itself where it is none of ours. */
export function issueMessage(codeOrText: string): string {
  const parts = issueParts(codeOrText);
  return parts === null ? codeOrText : ISSUE_MESSAGES[parts.code].replace('{value}', grouped(parts.value));
}

/** 100000 → "100,000", as the words around it are English. */
export function grouped(value: string, locale = 'en'): string {
  return /^-?\d+(?:\.\d+)?$/.test(value)
    ? new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(value))
    : value;
}
