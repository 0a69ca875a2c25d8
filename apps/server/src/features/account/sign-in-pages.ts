import { passkeyPlace } from '@placard/domain/account/passkey';
import { type SignUpMode, signUpOffered } from '@placard/domain/account/sign-up';
import { sql } from 'kysely';
import { type LinkKind, readLink } from '../../auth/links.ts';
import type { HasClock, HasDb, HasMailServer, HasUrls } from '../../deps.ts';
import type { HasProvider } from '../../gateways/sign-in-provider.ts';

export type SignInConfig = {
  networkName: string;
  signupEnabled: boolean;
  signUp: SignUpMode;
  termsUrl: string;
  currency: string;
  deliveryUrl: string;
  demo: boolean;
  awaitsOperator: boolean;
  sendsMail: boolean;
  passkeys: boolean;
  singleSignOn: string | null;
};

/** What the pages before sign-in need to know. */
export async function readSignInConfig(
  deps: HasDb & HasUrls & HasMailServer & HasProvider,
): Promise<SignInConfig> {
  const settings = await deps.db
    .selectFrom('network_settings')
    .select(['network_name', 'currency', 'demo', 'sign_up', 'terms_url'])
    .select(sql<boolean>`not exists (select from app_user)`.as('awaits_operator'))
    .executeTakeFirstOrThrow();
  const signUp = signUpOffered(settings.sign_up, deps.mailServer);
  return {
    networkName: settings.network_name,
    signupEnabled: signUp !== 'closed',
    signUp,
    termsUrl: settings.terms_url,
    currency: settings.currency,
    deliveryUrl: deps.deliveryUrl,
    demo: settings.demo,
    awaitsOperator: settings.awaits_operator,
    sendsMail: deps.mailServer,
    passkeys: passkeyPlace(deps.publicUrl) !== null,
    singleSignOn: deps.provider?.label ?? null,
  };
}

/** What a one-time link is for, so that its page can greet. @throws AppError `link_invalid`. */
export async function describeLink(
  deps: HasDb & HasClock,
  token: string,
): Promise<{ kind: LinkKind; email: string | null }> {
  const link = await readLink(deps.db, token, deps.clock());
  if (link.newEmail !== null) return { kind: link.kind, email: link.newEmail };
  if (link.userId === null) return { kind: link.kind, email: null };
  const user = await deps.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', link.userId)
    .executeTakeFirstOrThrow();
  return { kind: link.kind, email: user.email };
}
