import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FIXTURE = fileURLToPath(new URL('./fixtures/orphan.ts', import.meta.url));

it('what was started ends when its starter is killed, and not before', async () => {
  const starter = spawn(process.execPath, [FIXTURE, 'parent'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  starter.stdout.on('data', (text: Buffer) => {
    said.push(text.toString().trim());
    if (said.length === 1) starter.kill('SIGKILL');
  });
  // The output ends with the last that writes to it.
  await once(starter.stdout, 'end');
  expect(said).toEqual(['watches', 'gone']);
});
