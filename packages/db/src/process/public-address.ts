/**
 * What is wrong with an address that links begin with and browsers are sent to, as a sentence; null: nothing. It is not repeated: it
 * may hold a password, which each link would show.
 */
export function addressFault(name: string, text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text))
    return `${name} is not an address; it should begin with http:// or https://.`;
  if (url.username + url.password !== '')
    return `${name} should have no user or password in it: every link would show them.`;
  if (/[?#]/.test(text)) return `${name} should end with the host, or the port: no ? or # behind it.`;
  return null;
}

/** The same of the dashboard's: its pages and the API stand at fixed paths below a host, so a path of it leads nowhere. */
export function dashboardAddressFault(name: string, text: string): string | null {
  const fault = addressFault(name, text);
  if (fault !== null) return fault;
  return new URL(text).pathname.replaceAll('/', '') === ''
    ? null
    : `${name} should end with the host, or the port: the dashboard can't be served below a path.`;
}

/** Ads are other people's pages and code: served from the dashboard's origin they would act for whoever is signed in. */
export function sameOriginFault(publicUrl: string, deliveryUrl: string): string | null {
  const [own, ads] = [URL.parse(publicUrl), URL.parse(deliveryUrl)];
  if (own === null || ads === null || own.origin !== ads.origin) return null;
  return 'PLACARD_URL and PLACARD_DELIVERY_URL are one origin; the ad server needs a host or a port of its own, since it serves the code of others.';
}
