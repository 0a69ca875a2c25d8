/**
 * Every error the API answers with: code → HTTP status and public text. The body is
 * `{ error: { code, message, reason?, value?, issues? } }`; a use case may give a reason, with a more exact message, for the same code.
 */
export const ERROR_CATALOGUE = {
  bad_request: { status: 400, message: 'The request could not be read.' },
  invalid_input: { status: 422, message: 'Some fields are not filled in correctly.' },
  unauthenticated: { status: 401, message: 'Please log in to continue.' },
  login_failed: { status: 400, message: 'Login failed' },
  passkey_refused: {
    status: 400,
    message: 'This passkey could not be used. Please try again, or use your password.',
  },
  single_sign_on_refused: {
    status: 400,
    message: 'Single sign-on did not work. Please try again, or use your password.',
  },
  single_sign_on_unknown: {
    status: 400,
    message:
      'No account here belongs to this sign-in. Sign in with your password, or ask whoever runs this network for an account.',
  },
  single_sign_on_away: {
    status: 503,
    message: 'Single sign-on does not answer at the moment. Please use your password, or try again later.',
  },
  totp_required: { status: 400, message: 'Enter the six digits of your authenticator app.' },
  totp_enrolment_required: {
    status: 403,
    message: 'This network requires two-factor sign-in. Please set it up first.',
  },
  step_up_required: {
    status: 403,
    message: 'Money is at stake: confirm with your password or a code of your authenticator app first.',
  },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Please contact your administrator.',
  },
  sign_in_closed: {
    status: 403,
    message: 'This account was closed. For 30 days whoever runs the network can open it again.',
  },
  forbidden: { status: 403, message: 'Access forbidden: insufficient permissions' },
  sign_up_closed: {
    status: 403,
    message: 'This network takes nobody in by itself. Ask its operator for an invitation.',
  },
  not_a_member: { status: 403, message: 'You do not belong to this account any more. Reload the page.' },
  invitation_for_another: {
    status: 409,
    message: 'This invitation is for another address. Sign in with the one it was sent to.',
  },
  member_already: { status: 409, message: 'This person acts for the account already.' },
  team_full: { status: 409, message: 'The account has as many members and invitations as it may have.' },
  owner_stays: {
    status: 409,
    message: 'The owner cannot leave or be removed. Hand the account over to another member first.',
  },
  member_denied: {
    status: 403,
    message: 'Your role in this account does not allow this. Ask its owner for another one.',
  },
  closing_obstructed: {
    status: 409,
    message: 'Something has to be settled before the account can be closed.',
  },
  account_closed: { status: 409, message: 'This account is closed. Open it again first.' },
  role_in_use: {
    status: 409,
    message: 'A role cannot be taken while something of it is still under way. Settle that first.',
  },
  account_erased: {
    status: 409,
    message: 'This account was closed more than 30 days ago and cannot be opened again.',
  },
  export_waiting: { status: 409, message: 'An archive is being made already. Please wait for it.' },
  export_limit: {
    status: 429,
    message: 'Five archives were asked for within a day. Wait until the first of them is a day old.',
  },
  key_denied: { status: 403, message: 'An API key cannot be used for this. Sign in instead.' },
  key_scope_missing: { status: 403, message: 'This API key lacks the scope that this needs.' },
  look_reads_only: {
    status: 403,
    message: 'You are looking at this account as an operator: nothing can be changed here.',
  },
  look_withheld: {
    status: 403,
    message: 'Bank details, keys and what is personal are not shown to an operator who looks at an account.',
  },
  look_at_operator: {
    status: 409,
    message: 'Somebody who runs the network acts for this account: nobody looks at it as they would.',
  },
  api_key_not_found: { status: 404, message: 'API key not found' },
  traffic_rule_not_found: { status: 404, message: 'Traffic rule not found' },
  share_rate_not_found: { status: 404, message: 'Revenue share not found' },
  share_rate_begun: {
    status: 409,
    message: 'This share holds already. It can be ended or followed by another, but not removed.',
  },
  bid_card_not_found: { status: 404, message: 'Card of minimum bids not found' },
  bid_card_begun: {
    status: 409,
    message: 'These minimum bids hold already. They can be followed by others, but not removed.',
  },
  billing_details_missing: {
    status: 409,
    message: 'Enter your billing details first: documents name you by them.',
  },
  withholding_rate_not_found: { status: 404, message: 'Rate of withholding not found' },
  withholding_rate_begun: {
    status: 409,
    message: 'This rate holds already. It can be ended or followed by another, but not removed.',
  },
  webhook_not_found: { status: 404, message: 'Webhook endpoint not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  campaigns_denied: {
    status: 403,
    message:
      "Access denied: You don't have permission to access campaigns. Please contact your administrator.",
  },
  websites_denied: {
    status: 403,
    message:
      "Access denied: You don't have permission to access websites. Please contact your administrator.",
  },
  not_found: { status: 404, message: 'Not found' },
  campaign_not_found: { status: 404, message: 'Campaign not found' },
  ad_set_not_found: { status: 404, message: 'Ad set not found' },
  creative_not_found: { status: 404, message: 'Creative not found' },
  website_not_found: { status: 404, message: 'Website not found' },
  widget_not_found: { status: 404, message: 'Widget not found' },
  payment_profile_not_found: { status: 404, message: 'Payment profile not found' },
  link_invalid: { status: 404, message: 'This link is not valid any more. Please ask for a new one.' },
  conflict_status: { status: 409, message: 'This is not possible in its present status.' },
  own_payout: {
    status: 409,
    message: 'This payout goes to you: another operator has to decide about it.',
  },
  own_deposit: {
    status: 409,
    message: 'This deposit is of an account of yours: another operator has to decide about it.',
  },
  own_share: {
    status: 409,
    message: 'This publisher is yours: another operator has to decide about its share.',
  },
  own_record: {
    status: 409,
    message: 'This is of an account of yours: another operator has to decide about it.',
  },
  own_decision: {
    status: 409,
    message: 'This was decided by you: another operator has to answer the objection.',
  },
  approved_already: {
    status: 409,
    message: 'You have approved this payout already. Another operator has to approve it as well.',
  },
  approver_new: {
    status: 409,
    message:
      'You became an operator after this payout was requested. An operator of before has to approve it as well.',
  },
  approver_tied: {
    status: 409,
    message: 'Two operators who are tied to each other cannot both approve a payout.',
  },
  own_correction: {
    status: 409,
    message: 'This account is yours: another operator has to decide about its money.',
  },
  correction_second: {
    status: 409,
    message: 'You have asked for this correction. Another operator has to approve it.',
  },
  refund_changed: {
    status: 409,
    message: 'What can go back has changed in the meantime. Look at the amount again.',
  },
  conflict_version: {
    status: 409,
    message: 'This was changed somewhere else in the meantime. Reload to see the newest state.',
  },
  precondition_failed: {
    status: 412,
    message:
      'This was changed in the meantime: If-Match names an older state. Read it anew and decide again.',
  },
  appeal_not_found: { status: 404, message: 'Appeal not found' },
  appeal_open: {
    status: 409,
    message: 'Your appeal against this decision waits already. Please wait for its answer.',
  },
  appeal_answered: {
    status: 409,
    message: 'An appeal against this decision was answered already. That answer is final.',
  },
  appeals_full: {
    status: 409,
    message: 'As many of your appeals wait as may wait at once: 20. Please wait for an answer.',
  },
  appeal_ended: {
    status: 409,
    message: 'This appeal does not wait any more: it was answered or withdrawn in the meantime.',
  },
  document_not_cancellable: {
    status: 409,
    message: 'Only a self-billing invoice can be cancelled here.',
  },
  document_cancelled: {
    status: 409,
    message: 'This document was cancelled already.',
  },
  document_stands: {
    status: 409,
    message: 'The payout has a document that holds. Cancel that one first.',
  },
  document_issues_full: {
    status: 409,
    message: 'This payout has had as many documents as it may have.',
  },
  self_billing_not_agreed: {
    status: 409,
    message: 'The publisher does not agree to self-billing any more: no document can be issued for them.',
  },
  website_related: {
    status: 409,
    message:
      'Another publisher has a website above or below this domain. Look whose it is, then approve knowing that.',
  },
  conflict_idempotency: {
    status: 409,
    message: 'This Idempotency-Key or requestKey was used for another request.',
  },
  domain_taken: { status: 409, message: 'This domain has already been registered.' },
  view_name_taken: { status: 409, message: 'You have a view of this name already.' },
  email_taken: { status: 409, message: 'This email address has an account already.' },
  website_not_active_create: { status: 409, message: 'Cannot create widget: Website is not active' },
  website_not_active_update: { status: 409, message: 'Cannot update widget: Website is not active' },
  insufficient_funds: { status: 409, message: 'The balance does not cover this amount.' },
  idempotency_key_required: { status: 400, message: 'Send an Idempotency-Key header with this request.' },
  image_rejected: { status: 422, message: 'Failed to upload image. Please try again.' },
  too_large: { status: 413, message: 'The request is too large.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  report_file_running: {
    status: 429,
    message: 'A file of a report is being written for this account already. Wait for it, or cancel it.',
  },
  current_password_wrong: {
    status: 422,
    message: 'Failed to change password. Please check your current password.',
  },
  card_payments_off: { status: 409, message: 'Card payments are not switched on in this installation.' },
  gateway_away: {
    status: 503,
    message: 'The payment service does not answer at the moment. Please try again later.',
  },
  internal: { status: 500, message: 'Internal server error' },
  unavailable: { status: 503, message: 'The service is starting or its database is away. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/**
 * One broken rule of the input. `path` names the field as in the request: `adSet.totalBudget`, `sizes.0`. `value` is what the words of the
 * code name, for whoever says them in another language: `2000`, an amount with its currency `USD 50`.
 */
export type ApiIssue = {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly value?: string;
  /** Where the words name several things: each by its name. */
  readonly values?: Readonly<Record<string, string>>;
};

export type ErrorBody = {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    /** More exact than the code, where the message is: one of refusal-messages.ts. */
    readonly reason?: string;
    /** What the words of the reason name. */
    readonly value?: string;
    /** Where they name several things, or one that has words of its own (how a campaign stands): each by its name. */
    readonly values?: Readonly<Record<string, string>>;
    readonly issues?: readonly ApiIssue[];
  };
};

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code);
}
