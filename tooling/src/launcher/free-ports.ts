import { createServer } from 'node:net';

/** Ports that nobody listens on now, all different; for tests and benches that start a Placard of their own. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, () => {
            const address = server.address();
            if (typeof address === 'object' && address !== null) resolve(address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
