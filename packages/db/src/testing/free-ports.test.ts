import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, freePorts } from './free-ports.ts';

const OTHER_PROCESS = `
  const { freePorts } = await import(${JSON.stringify(new URL('./free-ports.ts', import.meta.url).href)});
  const kept = [];
  for (let round = 0; round < 50; round += 1) kept.push(...(await freePorts(4)));
  console.log(JSON.stringify(kept));
`;

it('gives ports in a row, where no connection of the system’s begins', async () => {
  const ports = await freePorts(5);
  expect(ports).toEqual(Array.from({ length: 5 }, (_, index) => (ports[0] ?? 0) + index));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(12_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('gives no port twice, to whoever asks at once, though nobody listens yet', async () => {
  const rows = await Promise.all(Array.from({ length: 100 }, () => freePorts(4)));
  const ports = rows.flat();
  expect(new Set(ports).size).toBe(400);
  const others: number[] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', OTHER_PROCESS], { encoding: 'utf8' }),
  );
  expect(others).toHaveLength(200);
  expect(others.filter((port) => ports.includes(port))).toEqual([]);
});

it('gives ports that can be listened at', async () => {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, () => resolve()));
  await new Promise((resolve) => server.close(resolve));
});
