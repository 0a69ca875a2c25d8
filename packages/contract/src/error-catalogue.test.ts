import { expect, it } from 'vitest';
import { ERROR_CATALOGUE } from './error-catalogue.ts';

/** What programs decide by. All else is a conflict with how things stand. */
const BY_STATUS: Readonly<Record<number, readonly (string | RegExp)[]>> = {
  400: ['bad_request', 'login_failed', 'totp_required', 'idempotency_key_required'].concat(
    ...['passkey_refused', 'single_sign_on_refused', 'single_sign_on_unknown'],
  ),
  401: ['unauthenticated'],
  403: [
    ...['forbidden', /_denied$/, 'not_a_member', 'key_scope_missing', 'look_reads_only', 'look_withheld'],
    ...[
      'account_suspended',
      'sign_in_closed',
      'sign_up_closed',
      'totp_enrolment_required',
      'step_up_required',
    ],
  ],
  404: ['not_found', /_not_found$/, 'link_invalid'],
  412: ['precondition_failed'],
  413: ['too_large'],
  422: ['invalid_input', 'image_rejected', 'current_password_wrong'],
  429: ['rate_limited', 'export_limit', 'report_file_running'],
  500: ['internal'],
  503: ['unavailable', /_away$/],
};

it('has one status for each code', () => {
  const statusOf = (code: string) =>
    Number(
      Object.entries(BY_STATUS).find(([, codes]) =>
        codes.some((each) => (typeof each === 'string' ? each === code : each.test(code))),
      )?.[0] ?? 409,
    );
  const found = Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => [code, status]);
  expect(found).toEqual(found.map(([code]) => [code, statusOf(`${code}`)]));
});
