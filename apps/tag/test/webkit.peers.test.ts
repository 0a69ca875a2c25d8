import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { peers } from '@placard/tooling/config';
import { test } from 'vitest';
import { begin, end, seenIn } from './other-browser.ts';

test('WebKit counts what was seen, and nothing else', async () => {
  const { webkit = 'MiniBrowser', xvfb = 'Xvfb' } = peers();
  // It takes a number that is free, and writes it here.
  const display = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1300x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data');
    await seenIn((url, profile) =>
      begin(webkit, ['--geometry=1280x950', url], {
        HOME: profile,
        DISPLAY: `:${String(number).trim()}`,
        // Drawn by the processor.
        LIBGL_ALWAYS_SOFTWARE: '1',
      }),
    );
  } finally {
    await end(display);
  }
});
