/** What in a data folder may be mounted on, or lead by a link to, a disk of its own. */
export const FOLDERS_IN_DATA = ['postgres', 'analytics', 'images', 'spool'] as const;
export type DataFolder = 'data' | (typeof FOLDERS_IN_DATA)[number];
