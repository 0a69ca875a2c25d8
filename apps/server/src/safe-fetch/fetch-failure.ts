import type { FetchFault } from '@placard/domain/fetch-fault';
import { AddressRefusedError } from './guarded-lookup.ts';

export class FetchFailure extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault) {
    super(fault);
    this.name = 'FetchFailure';
    this.fault = fault;
  }
}

/** Nobody has it, it has no address, or it cannot be one. */
const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];
/** Of a socket, of a name server, of the whole call. */
const NO_ANSWER_IN_TIME = ['ETIMEDOUT', 'ETIMEOUT', 'ABORT_ERR'];

/** The fault behind whatever a socket, TLS or the HTTP parser threw. */
export function faultOf(cause: unknown): FetchFault {
  if (cause instanceof FetchFailure) return cause.fault;
  if (cause instanceof AddressRefusedError) return 'address_refused';
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (NO_SUCH_NAME.includes(code)) return 'name_not_found';
  if (NO_ANSWER_IN_TIME.includes(code)) return 'timed_out';
  if (/^HPE_/.test(code)) return 'bad_response';
  if (/CERT|SSL|TLS|EPROTO|UNABLE_TO_/.test(code)) return 'certificate';
  return 'unreachable';
}
