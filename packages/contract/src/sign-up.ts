import { ROLES } from '@placard/domain/roles';
import { z } from 'zod';
import { user } from './auth.ts';
import { operatorOperation, publicOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, done, email, id, instant, issue, nameOf, newPassword, oneLine } from './scalars.ts';

const accountRoles = z
  .array(z.enum(ROLES).exclude(['operator']))
  .min(1, issue('role_required'))
  .max(2);

export const signUpInput = z.object({
  email,
  roles: accountRoles,
  company: oneLine(200),
  /** Needed where the network has terms. */
  acceptsTerms: z.boolean().default(false),
});

const signUpRequest = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  roles: accountRoles,
  confirmedAt: instant,
});
export type SignUpRequest = z.infer<typeof signUpRequest>;

const token = z.string().min(20).max(100);

export const signUpContract = {
  signUp: publicOperation
    .route(post('/auth/sign-up', ['Session'], 'Ask for an account; a link to confirm the address is mailed'))
    .input(signUpInput)
    .output(done),
  signUpLink: publicOperation
    .route(get('/auth/sign-up/{token}', ['Session'], 'Whose address such a link confirms'))
    .input(z.object({ token }))
    .output(data(z.object({ email: z.string() }))),
  confirmSignUp: publicOperation
    .route(post('/auth/sign-up/confirm', ['Session'], 'Confirm the address with name and password'))
    .input(
      z.object({
        token,
        firstName: nameOf(100, 'first_name_required'),
        lastName: nameOf(100, 'last_name_required'),
        password: newPassword,
      }),
    )
    /** Null where the operator approves accounts: a mail tells when that is done. */
    .output(data(z.object({ session: z.object({ user, token: z.string() }).nullable() }))),
};

export const signUpRequestsContract = {
  signUps: operatorOperation
    .route(get('/operator/sign-ups', ['Operator'], 'Who waits for an account, the oldest first; at most 200'))
    .output(data(z.object({ items: z.array(signUpRequest) }))),
  approveSignUp: operatorOperation
    .route(post('/operator/sign-ups/{id}/approve', ['Operator'], 'Give them their account'))
    .input(z.object({ id }))
    .output(done),
  refuseSignUp: operatorOperation
    .route(post('/operator/sign-ups/{id}/refuse', ['Operator'], 'Refuse them, with a mail'))
    .input(z.object({ id }))
    .output(done),
};
