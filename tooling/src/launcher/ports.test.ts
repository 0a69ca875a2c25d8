import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { portFault, requirePorts } from './ports.ts';

function listen(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ port, close: () => new Promise((done) => server.close(done)) });
    });
  });
}

it('names every taken port at once and the variable that chooses another', async () => {
  const one = await listen();
  const two = await listen();
  const ports = { PORT: one.port, DELIVERY_PORT: two.port };
  const refusal = await requirePorts(ports, '127.0.0.1', 0).catch((cause: Error) => cause.message);
  expect(refusal).toContain(`Port ${one.port} is taken by another program.`);
  expect(refusal).toContain(`DELIVERY_PORT=${two.port + 10} npm start`);
  await Promise.all([one.close(), two.close()]);
  await expect(requirePorts(ports, '127.0.0.1', 0)).resolves.toBeUndefined();
});

it('waits for a killed run to let go', async () => {
  const held = await listen();
  const waiting = requirePorts({ PORT: held.port }, '127.0.0.1', 5_000);
  expect(await portFault(held.port, '127.0.0.1')).toBe('EADDRINUSE');
  await held.close();
  await expect(waiting).resolves.toBeUndefined();
});

it('says that the machine has no such address', async () => {
  await expect(requirePorts({ PORT: 18_080 }, '203.0.113.7', 0)).rejects.toThrow(
    /no address "203\.0\.113\.7".*PLACARD_HOST/,
  );
});

it('waits as long where the clock is set meanwhile', async () => {
  const held = await listen();
  const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValue(3_600_000);
  const waiting = requirePorts({ PORT: held.port }, '127.0.0.1', 5_000);
  expect(await portFault(held.port, '127.0.0.1')).toBe('EADDRINUSE');
  await held.close();
  await expect(waiting).resolves.toBeUndefined();
  clock.mockRestore();
});
