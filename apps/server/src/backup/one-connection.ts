import pg from 'pg';

/** Does something on one connection of its own, as commands on the machine do. @param name by which the database knows it */
export async function withConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
