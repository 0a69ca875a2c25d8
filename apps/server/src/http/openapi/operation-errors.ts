import type { OpenAPI } from '@orpc/contract';
import { ERROR_CATALOGUE, type ErrorCode } from '@placard/contract/error-catalogue';
import { keyScopeOf, lookRefusal, type OperationMeta } from '@placard/contract/operation';

export type ErrorFacts = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly meta: OperationMeta;
  readonly takesInput: boolean;
  readonly takesVersion: boolean;
};

const ANY: readonly ErrorCode[] = ['bad_request', 'rate_limited', 'internal', 'unavailable'];

/** What is not found, by the group of its operations. */
const NOT_FOUND: Readonly<Record<string, readonly ErrorCode[]>> = {
  apiKeys: ['api_key_not_found'],
  campaigns: ['campaign_not_found', 'ad_set_not_found'],
  appeals: ['creative_not_found', 'website_not_found', 'appeal_not_found'],
  creatives: ['creative_not_found', 'ad_set_not_found'],
  diagnosis: ['campaign_not_found'],
  collector: ['campaign_not_found', 'website_not_found'],
  websites: ['website_not_found'],
  adsTxt: ['website_not_found'],
  widgets: ['website_not_found', 'widget_not_found'],
  payments: ['payment_profile_not_found'],
  shareRates: ['share_rate_not_found'],
  minimumBids: ['bid_card_not_found'],
  withholding: ['withholding_rate_not_found'],
  trafficRules: ['traffic_rule_not_found'],
  webhooks: ['webhook_not_found', 'delivery_not_found'],
  networkWebhooks: ['webhook_not_found', 'delivery_not_found'],
};

/** What one operation, or all of a group, may be refused for besides. */
const BESIDES: Readonly<Record<string, readonly ErrorCode[]>> = {
  'auth.login': ['login_failed', 'totp_required', 'account_suspended', 'sign_in_closed', 'forbidden'],
  auth: ['current_password_wrong'],
  passkeys: ['passkey_refused', 'current_password_wrong', 'conflict_status'],
  'passkeys.signIn': ['account_suspended', 'sign_in_closed'],
  'singleSignOn.begin': ['conflict_status', 'single_sign_on_away'],
  'singleSignOn.signIn': [
    'conflict_status',
    'single_sign_on_refused',
    'single_sign_on_unknown',
    'single_sign_on_away',
    'account_suspended',
    'sign_in_closed',
  ],
  'singleSignOn.finish': [
    'conflict_status',
    'single_sign_on_refused',
    'login_failed',
    'totp_required',
    'account_suspended',
    'sign_in_closed',
  ],
  'singleSignOn.unlink': ['current_password_wrong'],
  'apiKeys.create': ['step_up_required'],
  apiKeys: ['current_password_wrong'],
  'auth.updateProfile': ['email_taken'],
  'auth.link': ['link_invalid'],
  'auth.acceptLink': ['link_invalid', 'conflict_status'],
  'auth.resetPassword': ['link_invalid'],
  'auth.confirmEmail': ['link_invalid', 'email_taken'],
  signUp: ['sign_up_closed', 'link_invalid', 'email_taken'],
  'accounts.handOver': ['current_password_wrong'],
  'dataExports.ask': ['current_password_wrong', 'export_waiting', 'export_limit'],
  'dataExports.askFor': ['current_password_wrong', 'account_erased', 'export_waiting', 'export_limit'],
  'looks.begin': ['look_at_operator', 'conflict_status'],
  'closing.close': ['current_password_wrong', 'closing_obstructed', 'account_closed'],
  'closing.closeAccount': ['closing_obstructed', 'account_closed'],
  'closing.reopenAccount': ['account_erased'],
  'operator.actOnUser': ['account_closed'],
  'operator.setUserRoles': ['account_closed', 'role_in_use', 'conflict_version'],
  'operator.inviteUser': ['role_in_use'],
  accounts: [
    'member_already',
    'team_full',
    'owner_stays',
    'link_invalid',
    'invitation_for_another',
    'not_found',
  ],
  'reach.advertiser': ['campaign_not_found'],
  'reach.publisher': ['website_not_found'],
  'reports.advertiserMarks': ['campaign_not_found'],
  'reports.publisherMarks': ['website_not_found'],
  recordNotes: ['not_found'],
  'reports.advertiserFile': ['report_file_running'],
  'reports.advertiserDelays': ['campaign_not_found'],
  'reports.publisherFile': ['report_file_running'],
  'reports.operatorFile': ['report_file_running'],
  shareRates: ['own_share', 'not_found'],
  'shareRates.remove': ['share_rate_begun'],
  'minimumBids.create': ['conflict_version', 'conflict_status'],
  'minimumBids.remove': ['bid_card_begun'],
  'withholding.remove': ['withholding_rate_begun'],
  withholding: ['own_payout', 'not_found'],
  'selfBilling.agree': ['billing_details_missing'],
  selfBilling: ['not_found'],
  'views.create': ['view_name_taken'],
  'views.update': ['view_name_taken'],
  views: ['link_invalid', 'not_found'],
  billing: ['not_found', 'card_payments_off', 'gateway_away', 'insufficient_funds'],
  cards: ['not_found', 'card_payments_off', 'gateway_away'],
  'operator.approve': ['own_record'],
  'moderation.activateWebsite': ['own_record'],
  'records.trustAccount': ['own_record'],
  'operator.confirmDeposit': ['own_deposit'],
  'operator.failDeposit': ['own_deposit'],
  'operator.refundDeposit': ['own_deposit'],
  'operator.cancelDocument': ['document_not_cancellable', 'document_cancelled', 'not_found'],
  'operator.issueDocumentAgain': [
    ...(['document_not_cancellable', 'document_stands', 'document_issues_full', 'not_found'] as const),
    'self_billing_not_agreed',
  ],
  'appeals.appealCreative': ['conflict_status', 'appeal_open', 'appeal_answered', 'appeals_full'],
  'appeals.appealWebsite': ['conflict_status', 'appeal_open', 'appeal_answered', 'appeals_full'],
  'appeals.grant': ['appeal_ended', 'website_related', 'conflict_status', 'own_record'],
  'appeals.uphold': ['appeal_ended', 'own_decision'],
  'creatives.uploadImage': ['image_rejected', 'conflict_status'],
  creatives: ['campaign_not_found'],
  websites: ['domain_taken'],
  widgets: ['website_not_active_create', 'website_not_active_update'],
  publisherAds: ['not_found', 'website_not_found', 'creative_not_found'],
  payments: ['insufficient_funds', 'not_found'],
  payouts: [
    'own_payout',
    'approved_already',
    'approver_new',
    'approver_tied',
    'not_found',
    'insufficient_funds',
  ],
  moderation: ['campaign_not_found', 'creative_not_found', 'website_not_found'],
  operator: [
    ...([
      'website_related',
      'campaign_not_found',
      'creative_not_found',
      'website_not_found',
      'not_found',
    ] as const),
    ...([
      'email_taken',
      'insufficient_funds',
      'card_payments_off',
      'gateway_away',
      'current_password_wrong',
    ] as const),
  ],
  corrections: [
    'not_found',
    'account_erased',
    'insufficient_funds',
    'own_correction',
    'correction_second',
    'refund_changed',
    'approver_new',
    'approver_tied',
  ],
};

/** Every code that an operation may be refused with. */
export function errorsOf(facts: ErrorFacts): ErrorCode[] {
  const { name, method, path, meta, takesInput, takesVersion } = facts;
  const group = name.split('.')[0] ?? '';
  const changes = method !== 'GET';
  const codes: ErrorCode[] = [...ANY, ...refusalsOf(meta, method)];
  if (takesInput) codes.push('invalid_input');
  if (path.includes('{')) codes.push('not_found', ...(NOT_FOUND[group] ?? []));
  else if (changes) codes.push(...(NOT_FOUND[group] ?? []));
  if (changes) codes.push('too_large', 'conflict_status');
  if (takesVersion) codes.push('conflict_version', 'precondition_failed');
  if (meta.idempotent !== undefined) codes.push('conflict_idempotency');
  if (meta.idempotent === 'required') codes.push('idempotency_key_required');
  codes.push(...(BESIDES[name] ?? []), ...(BESIDES[group] ?? []));
  return [...new Set(codes)];
}

/** Who does not get in. */
function refusalsOf(meta: OperationMeta, method: string): ErrorCode[] {
  if (meta.access === 'public') return lookRefusal(meta, method) === null ? [] : ['look_reads_only'];
  const scope = keyScopeOf(meta, method);
  const look = lookRefusal(meta, method);
  return [
    'unauthenticated',
    ...(look === null ? [] : [look]),
    'account_suspended',
    'not_a_member',
    ...(meta.whileEnrolling === true ? [] : (['totp_enrolment_required'] as const)),
    ...(meta.part === undefined || method === 'GET' ? [] : (['member_denied'] as const)),
    ...(scope === null ? (['key_denied'] as const) : (['key_scope_missing'] as const)),
    ...(meta.stepUp === true ? (['step_up_required'] as const) : []),
    ...(meta.access === 'signedIn' ? [] : [meta.denied ?? 'forbidden']),
  ];
}

const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** The answers of an operation's refusals, by status: each with the codes that it may have. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, OpenAPI.ResponseObject> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, all]) => [
        String(status),
        {
          description: all.map((code) => `\`${code}\``).join(', '),
          ...headersOf(status),
          content: ERROR_CONTENT,
        },
      ]),
  );
}

function headersOf(status: number): Pick<OpenAPI.ResponseObject, 'headers'> {
  if (status !== 429 && status !== 503) return {};
  const description = 'After so many seconds it is worth another try.';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}
