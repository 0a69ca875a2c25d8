/** Mails stand in the outbox so long, sent or not: half a year of asking whether something was told. */
export const MAILS_KEPT_DAYS = 180;
/** Notices stand at the bell so long, read or not. */
export const NOTICES_KEPT_DAYS = 365;
/** Page views of a website by day, of which the measured traffic sums the last 30. */
export const TRAFFIC_KEPT_DAYS = 60;
