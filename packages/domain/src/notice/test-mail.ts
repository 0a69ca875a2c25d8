/** So often an operator may send themselves a mail of the catalogue. */
export const TEST_MAIL_EVERY_MS = 10_000;
