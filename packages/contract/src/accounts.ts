/** Names the account that a call is for, of several one belongs to; without it, the one somebody chose to start with. */
export const ACCOUNT_HEADER = 'placard-account';
