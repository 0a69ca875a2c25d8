/** The page that each kind of one-time link opens. The database refuses a mail that holds one of them in the clear. */
const PAGES = {
  invite: '/invite',
  reset: '/reset-password',
  bootstrap: '/invite',
  verify: '/confirm-email',
  member: '/join',
  signUp: '/signup',
} as const;

/** The token in the address of any one-time link. */
const TOKENS = /(\/(?:invite|reset-password|confirm-email|join|signup)\?token=)[\w-]+/g;

export function linkUrl(publicUrl: string, kind: keyof typeof PAGES, token: string): string {
  return `${publicUrl}${PAGES[kind]}?token=${token}`;
}

/** A text as it may be kept and shown: without the tokens of its links. */
export function withoutTokens(text: string): string {
  return text.replace(TOKENS, '$1…');
}
