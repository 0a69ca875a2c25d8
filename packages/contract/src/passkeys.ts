import { PASSKEYS_MOST } from '@placard/domain/account/passkey';
import { z } from 'zod';
import { currentPassword, secondFactor, user } from './auth.ts';
import { personalOperation, publicOperation, signedInOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, done, id, instant, nameOf } from './scalars.ts';

const passkey = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() });
export type Passkey = z.infer<typeof passkey>;

/** Judged before the browser is asked to make one. */
export const passkeyName = z.object({ name: nameOf(100) });

/** What the browser is asked, and what has to come back with its answer. */
const asked = z.object({
  /** JSON as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes it. */
  options: z.string(),
  ticket: z.string(),
});

/** What the browser answered. */
const answered = {
  /** JSON as `PublicKeyCredential.toJSON` gives it. */
  response: z.string().min(2).max(20_000),
  ticket: z.string().min(20).max(1_000),
};

export const passkeysContract = {
  list: personalOperation.route(get('/auth/passkeys', ['Account'], 'Your passkeys')).output(
    data(
      z.object({
        items: z.array(passkey).max(PASSKEYS_MOST),
        /** Whether browsers give passkeys to this network's address. */
        possible: z.boolean(),
      }),
    ),
  ),
  begin: signedInOperation
    .route(post('/auth/passkeys/begin', ['Account'], 'Start to add a passkey'))
    .input(
      z.object({
        currentPassword,
        /** Where two-factor sign-in is set up. */
        code: secondFactor.optional(),
      }),
    )
    .output(data(asked)),
  add: signedInOperation
    .route(post('/auth/passkeys', ['Account'], 'Add the passkey that the browser made'))
    .input(z.object({ ...answered, ...passkeyName.shape }))
    .output(data(passkey)),
  remove: signedInOperation
    .route(post('/auth/passkeys/{id}/remove', ['Account'], 'Take a passkey away'))
    .input(z.object({ id, currentPassword }))
    .output(done),
  beginSignIn: publicOperation
    .route(post('/auth/passkeys/sign-in/begin', ['Session'], 'Start to sign in by a passkey'))
    .output(data(asked)),
  signIn: publicOperation
    .route(post('/auth/passkeys/sign-in', ['Session'], 'Sign in by a passkey'))
    .input(z.object(answered))
    .output(data(z.object({ user, token: z.string() }))),
  beginStepUp: personalOperation
    .route(post('/auth/passkeys/step-up/begin', ['Session'], 'Start to show again who you are by a passkey'))
    .output(data(asked)),
  stepUp: personalOperation
    .route(
      post(
        '/auth/passkeys/step-up',
        ['Session'],
        'Show again who you are by a passkey: for ten minutes this session moves money without being asked',
      ),
    )
    .input(z.object(answered))
    .output(done),
};
