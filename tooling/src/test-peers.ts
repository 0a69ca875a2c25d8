import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { peers, programEnvironment } from './config.ts';

/** `npm run test:peers`: what can be held against programs of others, where they are installed. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { stripeMock } = peers();

if (stripeMock === undefined) {
  console.log(
    'stripe-mock is not here, so nothing was held against it. Install it by "go install github.com/stripe/stripe-mock@latest", and name it in STRIPE_MOCK or put it on the PATH.',
  );
} else {
  const args = ['run', '--project', 'peers'];
  const child = spawn('vitest', args, { cwd: ROOT, env: programEnvironment(ROOT), stdio: 'inherit' });
  child.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
