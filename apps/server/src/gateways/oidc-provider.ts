import * as oidc from 'openid-client';
import { PROVIDER_LIMITS, type ProviderLimits, providerFetch } from './oidc-fetch.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { ProviderFailure, type SignInProvider, type Vouched } from './sign-in-provider.ts';

/** So long a provider's configuration is believed; a failure is never kept. */
const CONFIGURATION_KEPT_MS = 5 * 60_000;
const SCOPE = 'openid email';
const SUBJECT_MOST = 255;

export type ProviderPlace = {
  readonly callbackUrl: string;
  readonly clock: () => Date;
  readonly limits?: ProviderLimits;
};

/**
 * A provider of OpenID Connect: authorization code with PKCE, state and nonce. Issuer, audience, times and signature of
 * what it answers are the library's checks. Its keys are fetched for each answer, so one that was changed counts at once.
 */
export function oidcProvider(settings: OidcSettings, place: ProviderPlace): SignInProvider {
  const issuer = new URL(settings.issuer);
  const plain = issuer.protocol === 'http:';
  const ask = providerFetch(issuer, place.limits ?? PROVIDER_LIMITS);
  let kept: { readonly server: oidc.ServerMetadata; readonly untilMs: number } | null = null;

  async function serverOf(fetch: oidc.CustomFetch): Promise<oidc.ServerMetadata> {
    const nowMs = place.clock().getTime();
    if (kept !== null && nowMs < kept.untilMs && nowMs >= kept.untilMs - CONFIGURATION_KEPT_MS)
      return kept.server;
    const found = await oidc.discovery(issuer, settings.clientId, undefined, undefined, {
      [oidc.customFetch]: fetch,
      ...(plain ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    if (!isIssuer(found.serverMetadata().issuer, issuer))
      throw new ProviderFailure('refused', 'its configuration names another issuer');
    kept = { server: found.serverMetadata(), untilMs: nowMs + CONFIGURATION_KEPT_MS };
    return kept.server;
  }

  async function configurationOf(fetch: oidc.CustomFetch): Promise<oidc.Configuration> {
    const server = await serverOf(fetch);
    const skewSeconds = Math.round((place.clock().getTime() - Date.now()) / 1_000);
    const made = new oidc.Configuration(
      server,
      settings.clientId,
      { [oidc.clockSkew]: skewSeconds, [oidc.clockTolerance]: 30 },
      authenticationOf(server, settings.clientSecret),
    );
    made[oidc.customFetch] = fetch;
    // The signature counts, not only the connection over which it came.
    oidc.enableNonRepudiationChecks(made);
    if (plain) oidc.allowInsecureRequests(made);
    return made;
  }

  return {
    label: settings.label,
    addressOf: async ({ state, nonce, verifier }) =>
      await toldWhy(ask, async (fetch) => {
        const address = oidc.buildAuthorizationUrl(await configurationOf(fetch), {
          redirect_uri: place.callbackUrl,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        if (address.protocol !== 'https:' && !(plain && address.protocol === 'http:'))
          throw new ProviderFailure('away', 'its authorization_endpoint has no https');
        return address.href;
      }),
    takeAnswer: async (answer, { state, nonce, verifier }) =>
      await toldWhy(ask, async (fetch) => {
        const came = new URL(place.callbackUrl);
        came.search = answer;
        const tokens = await oidc.authorizationCodeGrant(await configurationOf(fetch), came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return vouchedBy(tokens.claims());
      }),
  };
}

/**
 * The library lets some providers name another issuer, who vouches for the people of any customer of theirs: here only the one
 * that was set does.
 */
export function isIssuer(named: string, issuer: URL): boolean {
  return URL.parse(named)?.href === issuer.href;
}

/** `client_secret_basic` unless the provider takes only the other. */
function authenticationOf(server: oidc.ServerMetadata, clientSecret: string): oidc.ClientAuth {
  const known = server.token_endpoint_auth_methods_supported;
  return known === undefined || known.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
}

/** What a database keeps as it is: halves of signs would become one and the same, and with them two people. */
function isText(text: string): boolean {
  return text !== '' && text.isWellFormed() && !text.includes('\0');
}

function vouchedBy(claims: oidc.IDToken | undefined): Vouched {
  if (claims === undefined || !isText(claims.sub) || claims.sub.length > SUBJECT_MOST)
    throw new ProviderFailure('refused', 'it names nobody');
  const { email, email_verified: verified } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email:
      typeof email === 'string' && isText(email) && verified === true ? email.trim().toLowerCase() : null,
    authTimeSeconds: claims.auth_time ?? null,
  };
}

/** Does something at the provider, and tells afterwards whether it was away or did not vouch. */
async function toldWhy<Result>(
  ask: oidc.CustomFetch,
  work: (fetch: oidc.CustomFetch) => Promise<Result>,
): Promise<Result> {
  let away: string | null = null;
  const fetch: oidc.CustomFetch = async (...asked) => {
    try {
      const response = await ask(...asked);
      if (response.status >= 500) away = `it answered ${response.status}`;
      return response;
    } catch (error) {
      away = error instanceof Error ? error.message : 'it gave no answer';
      throw error;
    }
  };
  try {
    return await work(fetch);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure(away === null ? 'refused' : 'away', away ?? reasonOf(error));
  }
}

/** The library's own words, and what the provider calls it: neither holds tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const named = 'error' in error && typeof error.error === 'string' ? ` (${error.error.slice(0, 100)})` : '';
  return `${error.message.slice(0, 300)}${named}`;
}
