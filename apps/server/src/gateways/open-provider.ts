import type { OidcSettings } from './oidc-settings.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/** Where the provider sends browsers back to. */
export const PROVIDER_CALLBACK_PATH = '/api/auth/single-sign-on/callback';

/** The configured provider; null where there is none. Its library is loaded only where it is needed. */
export async function openProvider(config: {
  readonly oidc: OidcSettings | null;
  readonly publicUrl: string;
}): Promise<SignInProvider | null> {
  if (config.oidc === null) return null;
  const { oidcProvider } = await import('./oidc-provider.ts');
  return oidcProvider(config.oidc, {
    callbackUrl: `${config.publicUrl}${PROVIDER_CALLBACK_PATH}`,
    clock: () => new Date(),
  });
}
