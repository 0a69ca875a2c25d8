/** Why an address gave no answer. */
export const FETCH_FAULTS = [
  'url_refused',
  /** Other than 80 and 443: it is not asked, though a browser would. */
  'port_refused',
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
