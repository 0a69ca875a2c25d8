/** What the pages before sign-in and the session itself ask for; everything else comes with the signed-in pages. */
export const SESSION_OPERATIONS = [
  'accounts.invitation',
  'accounts.join',
  'accounts.joinAsNewUser',
  'auth.login',
  'auth.logout',
  'auth.profile',
  'auth.config',
  'auth.link',
  'auth.acceptLink',
  'auth.forgotPassword',
  'auth.resetPassword',
  'billing.balance',
  'views.unsubscription',
  'views.unsubscribe',
] as const;
