/** The address of the database for programs that are started by hand. */
export function databaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const url = environment.DATABASE_URL;
  if (url) return url;
  throw new Error(
    'DATABASE_URL is not set. Set it to the database to migrate, such as postgres://user:password@host:5432/placard.',
  );
}

/** What a package says of itself to all that it starts; null: nothing came as a package. */
export function installedAs(
  { PLACARD_INSTALLED: said }: Readonly<Record<string, string | undefined>> = process.env,
): 'service' | 'container' | null {
  return said === 'service' || said === 'container' ? said : null;
}
