/** What the machine says of a place that can't be read, written or reached. */
const SAID: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EEXIST: 'There is a file where a folder is needed, or something of that name already',
  ENOTDIR: 'There is a file where a folder is needed',
  EISDIR: 'There is a folder where a file is needed',
  ERR_FS_EISDIR: 'There is a folder where a file is needed',
  EROFS: 'The disk can only be read',
  EACCES: 'Whoever runs this has no right to it',
  EPERM: 'Whoever runs this has no right to it',
  ENOENT: 'It is not there',
  EDQUOT: 'The disk has no more room for whoever runs this',
  EMFILE: 'This process may open no more files (ulimit -n)',
  ELOOP: 'A link leads back to itself',
  ENAMETOOLONG: 'The name is too long',
  ECONNREFUSED: 'Nothing answers there',
  // What PostgreSQL says of the machine it runs on.
  '53100': 'The disk of the database is full',
  '53200': 'The database has too little memory',
  '53300': 'The database takes no more connections',
  '58030': 'The disk of the database failed',
};

/** A sentence with what the system said, which names the place; undefined where it is no fault of a place. */
export function systemFault(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const said = 'code' in cause ? SAID[String(cause.code)] : undefined;
  // A name of two addresses has a fault for each, and none of its own.
  const inside = cause instanceof AggregateError ? cause.errors.map((each) => (each as Error).message) : [];
  return said === undefined ? undefined : `${said}: ${cause.message || inside.join(', ')}`;
}
