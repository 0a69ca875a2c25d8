/** What one person may send to the API in 24 hours: two hundred images of the largest kind, or ten thousand of third-party code. */
export const SENT_BYTES_A_DAY = 1024 ** 3;
