/** Who may make an account without being invited: nobody, whom the operator approves, or everybody. */
export const SIGN_UP_MODES = ['closed', 'approval', 'open'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** An address is confirmed by a mailed link: a network that sends none takes nobody in by itself. */
export function signUpOffered(mode: SignUpMode, sendsMail: boolean): SignUpMode {
  return sendsMail ? mode : 'closed';
}

/** How long the mailed link works. */
export const SIGN_UP_LINK_DAYS = 3;
/** What waits longer is forgotten: nobody wants an account a month after asking. */
export const SIGN_UP_WAIT_DAYS = 30;
/** Unconfirmed and waiting together: a flood of addresses ends here, not at the disk's end. */
export const MAX_SIGN_UP_REQUESTS = 10_000;
/** Those who wait longest are shown. */
export const SIGN_UPS_LISTED = 200;
