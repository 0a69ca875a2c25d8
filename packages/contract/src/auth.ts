import { isPhone, isTimeZone, passwordIssues } from '@placard/domain/account/rules';
import { SIGN_UP_MODES } from '@placard/domain/account/sign-up';
import { isSecondFactor, SIX_DIGITS, typedSecondFactor } from '@placard/domain/account/two-factor';
import { LANGUAGES } from '@placard/domain/language';
import { typedAddress } from '@placard/domain/one-line';
import { MEMBER_ROLES, ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { z } from 'zod';
import { enrollingOperation, personalOperation, publicOperation, signedInOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { absent, data, done, email, id, instant, issue, nameOf, newPassword, oneLine } from './scalars.ts';

export const user = z.object({
  id,
  /** The account they act for: its are the company, the time zone and the roles, but for `operator`. */
  accountId: id,
  /** Its company, or its owner's name. */
  accountName: z.string(),
  /** For how many they act. */
  accountCount: z.number().int(),
  /** What they may do within it. */
  member: z.enum(MEMBER_ROLES),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  status: z.enum(USER_STATUSES),
  timeZone: z.string(),
  /** The network's, in which all amounts are. */
  currency: z.string(),
  /** The one it has chosen for screens, mails and documents; null: as its browser says. */
  language: z.enum(LANGUAGES).nullable(),
  totpEnabled: z.boolean(),
  /** The network requires two-factor sign-in of this account: until it is set up nothing else works. */
  mustEnrol: z.boolean(),
  memberSince: instant,
  lastLogin: instant.nullable(),
});
export type User = z.infer<typeof user>;

export const secondFactor = z
  .string()
  .overwrite(typedSecondFactor)
  .max(60, issue('totp_invalid'))
  .refine(isSecondFactor, issue('totp_invalid'));
const sixDigits = z.string().overwrite(typedSecondFactor).regex(SIX_DIGITS, issue('totp_invalid'));

export const loginInput = z.object({
  email,
  password: z
    .string(absent('password_required'))
    .min(1, issue('password_required'))
    .superRefine((value, context) => {
      for (const code of value === '' ? [] : passwordIssues(value)) {
        context.addIssue({ code: 'custom', message: issue(code) });
      }
    }),
  /** Six digits of the authenticator app, or a recovery code. */
  totp: secondFactor.optional(),
});

const optionalText = (length: number) => oneLine(length).nullable();

/** Profile fields; `currentPassword` is needed when the email changes. Beside the names, what is left out stays as it is. */
export const profileInput = z.object({
  firstName: nameOf(100, 'first_name_required'),
  lastName: nameOf(100, 'last_name_required'),
  email: z
    .string(absent('email_invalid_account'))
    .overwrite(typedAddress)
    .max(254, issue('email_invalid_account'))
    .pipe(z.email(issue('email_invalid_account')))
    .transform((value) => value.toLowerCase())
    .optional(),
  phone: optionalText(40)
    .refine((text) => text === null || text === '' || isPhone(text), issue('phone_invalid'))
    .optional(),
  company: optionalText(200).optional(),
  timeZone: z.string().refine(isTimeZone, issue('time_zone_unknown')).optional(),
  language: z.enum(LANGUAGES).nullable().optional(),
  currentPassword: z.string().max(128).optional(),
});

/** One's own password, asked for again. */
export const currentPassword = z
  .string(absent('current_password_required'))
  .min(1, issue('current_password_required'))
  .max(128);

export const changePasswordInput = z
  .object({
    currentPassword,
    newPassword: z
      .string(absent('new_password_required'))
      .min(1, issue('new_password_required'))
      .pipe(newPassword),
  })
  .refine(({ currentPassword, newPassword }) => newPassword === '' || currentPassword !== newPassword, {
    path: ['newPassword'],
    error: issue('password_unchanged'),
  });

/** The code where two-factor sign-in is set up, the password where it is not. */
export const stepUpInput = z.object({
  currentPassword: z.string().max(128).optional(),
  code: secondFactor.optional(),
});

const session = z.object({
  id,
  current: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string(),
});

const linkToken = z.string().min(20).max(100);
const passwordAndName = {
  firstName: nameOf(100, 'first_name_required'),
  lastName: nameOf(100, 'last_name_required'),
  password: newPassword,
};

export const acceptLinkInput = z.object({
  token: linkToken,
  ...passwordAndName,
  /** Only for the first operator's link of an empty installation, which has no account yet. */
  email: email.optional(),
});

export const authContract = {
  login: publicOperation
    .route(post('/auth/login', ['Session'], 'Sign in'))
    .input(loginInput)
    .output(data(z.object({ user, token: z.string() }))),
  logout: enrollingOperation.route(post('/auth/logout', ['Session'], 'End this session')).output(done),
  profile: enrollingOperation.route(get('/auth/profile', ['Account'], 'Your account')).output(data(user)),
  updateProfile: signedInOperation
    .route(put('/auth/profile', ['Account'], 'Change your account'))
    .input(profileInput)
    .output(data(user)),
  changePassword: signedInOperation
    .route(put('/auth/password', ['Account'], 'Change your password; other sessions end'))
    .input(changePasswordInput)
    .output(done),
  sessions: personalOperation
    .route(get('/auth/sessions', ['Account'], 'Where you are signed in'))
    .output(data(z.object({ items: z.array(session) }))),
  revokeSession: signedInOperation
    .route(remove('/auth/sessions/{id}', ['Account'], 'End one session'))
    .input(z.object({ id }))
    .output(done),
  config: publicOperation
    .route(get('/auth/config', ['Session'], 'What the sign-in pages need to know'))
    .output(
      data(
        z.object({
          networkName: z.string(),
          /** Whether one can ask for an account here. */
          signupEnabled: z.boolean(),
          signUp: z.enum(SIGN_UP_MODES),
          /** What is accepted with it; empty: the network has no terms. */
          termsUrl: z.string(),
          currency: z.string(),
          deliveryUrl: z.string(),
          demo: z.boolean(),
          /** Nobody can sign in yet: the first operator comes by the one-time link that the start printed. */
          awaitsOperator: z.boolean(),
          /** Without a mail server a forgotten password is a matter for the operator. */
          sendsMail: z.boolean(),
          /** Whether one can sign in by a passkey: browsers give none to an address without a name or https. */
          passkeys: z.boolean(),
          /** What the button of single sign-on names; null: there is none. */
          singleSignOn: z.string().nullable(),
        }),
      ),
    ),
  link: publicOperation
    .route(get('/auth/links/{token}', ['Session'], 'What a one-time link is for'))
    .input(z.object({ token: linkToken }))
    .output(
      data(
        z.object({ kind: z.enum(['invite', 'reset', 'bootstrap', 'verify']), email: z.string().nullable() }),
      ),
    ),
  acceptLink: publicOperation
    .route(post('/auth/links/accept', ['Session'], 'Accept an invitation or the first operator link'))
    .input(acceptLinkInput)
    .output(data(z.object({ user, token: z.string() }))),
  beginTotp: enrollingOperation
    .route(post('/auth/totp', ['Account'], 'Start to set up two-factor sign-in; the secret is shown once'))
    .input(z.object({ currentPassword }))
    .output(data(z.object({ secret: z.string(), uri: z.string() }))),
  confirmTotp: enrollingOperation
    .route(
      post(
        '/auth/totp/confirm',
        ['Account'],
        'Confirm it by a first code; recovery codes are shown once, other sessions end',
      ),
    )
    .input(z.object({ code: sixDigits }))
    .output(data(z.object({ user, recoveryCodes: z.array(z.string()) }))),
  stepUp: personalOperation
    .route(
      post(
        '/auth/step-up',
        ['Session'],
        'Show again who you are: for ten minutes this session moves money without being asked',
      ),
    )
    .input(stepUpInput)
    .output(done),
  renewRecoveryCodes: signedInOperation
    .route(post('/auth/totp/recovery-codes', ['Account'], 'New recovery codes; those of before stop working'))
    .input(z.object({ currentPassword }))
    .output(data(z.object({ recoveryCodes: z.array(z.string()) }))),
  endTotp: signedInOperation
    .route(post('/auth/totp/off', ['Account'], 'Switch two-factor sign-in off'))
    .input(z.object({ currentPassword, code: secondFactor }))
    .output(data(user)),
  confirmEmail: publicOperation
    .route(
      post(
        '/auth/confirm-email',
        ['Account'],
        'Confirm a new address by the link mailed to it; links and other sessions end',
      ),
    )
    .input(z.object({ token: linkToken }))
    .output(data(z.object({ email: z.string() }))),
  forgotPassword: publicOperation
    .route(post('/auth/forgot-password', ['Session'], 'Send a link to choose a new password'))
    .input(z.object({ email }))
    .output(done),
  resetPassword: publicOperation
    .route(post('/auth/reset-password', ['Session'], 'Choose a new password with such a link'))
    .input(z.object({ token: linkToken, password: newPassword }))
    .output(done),
};
