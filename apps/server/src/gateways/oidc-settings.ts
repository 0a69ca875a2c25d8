/** A provider of OpenID Connect, at which this network is registered as a client. */
export type OidcSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button names. */
  readonly label: string;
};

const ANY_LABEL = 'single sign-on';
const LABEL_MOST = 40;
const ISSUER_MOST = 1_000;
const CLIENT_MOST = 1_000;

export function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > ISSUER_MOST) return false;
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const sealed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return plain && sealed && !url.pathname.includes('/.well-known/');
}

/**
 * Reads `PLACARD_OIDC_…`. Every fault is a sentence in `faults`; none of them repeats what was set.
 * @returns null where no provider is named
 */
export function readOidcSettings(
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): OidcSettings | null {
  const text = (name: string) => environment[`PLACARD_OIDC_${name}`]?.trim() || undefined;
  const [issuer, clientId, clientSecret] = [text('ISSUER'), text('CLIENT_ID'), text('CLIENT_SECRET')];
  const label = text('LABEL');
  if ([issuer, clientId, clientSecret, label].every((setting) => setting === undefined)) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    faults.push(
      'PLACARD_OIDC_ISSUER, PLACARD_OIDC_CLIENT_ID and PLACARD_OIDC_CLIENT_SECRET go together; one is missing.',
    );
  if (issuer !== undefined && !isIssuer(issuer))
    faults.push(
      'PLACARD_OIDC_ISSUER is not the address of a provider; it should begin with https:// (http:// on this machine) and have no query, as its own configuration names it.',
    );
  if ([clientId, clientSecret].some((setting) => setting !== undefined && setting.length > CLIENT_MOST))
    faults.push(
      `PLACARD_OIDC_CLIENT_ID and PLACARD_OIDC_CLIENT_SECRET have at most ${CLIENT_MOST} characters.`,
    );
  if (label !== undefined && label.length > LABEL_MOST)
    faults.push(`PLACARD_OIDC_LABEL should have at most ${LABEL_MOST} characters: it stands on a button.`);
  return {
    ...{ issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: clientSecret ?? '' },
    label: label ?? ANY_LABEL,
  };
}
