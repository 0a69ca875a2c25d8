import { AddressRefusedError } from './guarded-lookup.ts';

/** Why an address gave no answer. */
export const FETCH_FAULTS = [
  'url_refused',
  'address_refused',
  'redirect_refused',
  'too_many_redirects',
  'name_not_found',
  'unreachable',
  'certificate',
  'timed_out',
  'too_large',
  'bad_encoding',
  'bad_response',
] as const;
export type FetchFault = (typeof FETCH_FAULTS)[number];

export class FetchFailure extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault) {
    super(fault);
    this.name = 'FetchFailure';
    this.fault = fault;
  }
}

/** The fault behind whatever a socket, TLS or the HTTP parser threw. */
export function faultOf(cause: unknown): FetchFault {
  if (cause instanceof FetchFailure) return cause.fault;
  if (cause instanceof AddressRefusedError) return 'address_refused';
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'name_not_found';
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'timed_out';
  if (/^HPE_/.test(code)) return 'bad_response';
  if (/CERT|SSL|TLS|EPROTO|UNABLE_TO_/.test(code)) return 'certificate';
  return 'unreachable';
}
