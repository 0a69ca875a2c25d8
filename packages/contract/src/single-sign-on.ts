import { SIGN_IN_LINKS_MOST } from '@placard/domain/account/single-sign-on';
import { z } from 'zod';
import { currentPassword, secondFactor, user } from './auth.ts';
import { personalOperation, publicOperation, signedInOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, done, id, instant } from './scalars.ts';

const signInLink = z.object({
  id,
  /** Address of the provider. */
  issuer: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type SignInLink = z.infer<typeof signInLink>;

const session = z.object({ user, token: z.string() });
const ticket = z.string().min(20).max(4_000);

export const singleSignOnContract = {
  begin: publicOperation
    .route(post('/auth/single-sign-on/begin', ['Session'], 'Start to sign in at the provider'))
    .output(
      data(
        z.object({
          /** Of the provider, where the browser goes next. */
          address: z.string(),
          ticket: z.string(),
        }),
      ),
    ),
  signIn: publicOperation
    .route(post('/auth/single-sign-on', ['Session'], 'Sign in with what the provider answered'))
    .input(
      z.object({
        /** The query with which the browser came back. */
        cameBack: z.string().min(1).max(8_000),
        ticket,
      }),
    )
    .output(
      data(
        z.object({
          /** Null: something is asked first. */
          signedIn: session.nullable(),
          /** What: the password once, to link the account, or a code of the second factor. */
          asks: z
            .object({ what: z.enum(['password', 'code']), email: z.string(), ticket: z.string() })
            .nullable(),
        }),
      ),
    ),
  finish: publicOperation
    .route(post('/auth/single-sign-on/finish', ['Session'], 'Sign in with what was asked after the provider'))
    .input(
      z.object({ ticket, password: z.string().min(1).max(128).optional(), totp: secondFactor.optional() }),
    )
    .output(data(session)),
  links: personalOperation
    .route(get('/auth/single-sign-on/links', ['Account'], 'Your links to single sign-on'))
    .output(
      data(
        z.object({
          items: z.array(signInLink).max(SIGN_IN_LINKS_MOST),
          /** What the button of single sign-on names; null: there is none. */
          singleSignOn: z.string().nullable(),
        }),
      ),
    ),
  unlink: signedInOperation
    .route(post('/auth/single-sign-on/links/{id}/remove', ['Account'], 'End a link to single sign-on'))
    .input(z.object({ id, currentPassword }))
    .output(done),
};
