import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { callOrEnd } from '@placard/db/process/command-call';
import { peers, programEnvironment } from './config.ts';

/** `npm run test:peers`: what can be held against programs of others, where they are installed. */

callOrEnd({
  help: 'npm run test:peers\n\nholds Placard against programs of others, those that are here, and says which are not',
});
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { stripeMock, minio, schemathesis, verapdf, firefox, webkit, xvfb } = peers();

/** Each with what is held against it, and how it comes here. */
const PEERS = [
  {
    name: 'stripe-mock',
    path: stripeMock,
    setting: 'STRIPE_MOCK',
    files: ['stripe-gateway'],
    from: 'go install github.com/stripe/stripe-mock@latest',
  },
  {
    name: 'minio',
    path: minio,
    setting: 'MINIO',
    files: ['s3-bucket', 's3-moments'],
    from: 'go install github.com/minio/minio@latest',
  },
  {
    name: 'schemathesis',
    path: schemathesis,
    setting: 'SCHEMATHESIS',
    files: ['schemathesis'],
    from: 'pip install schemathesis',
  },
  {
    name: 'verapdf',
    path: verapdf,
    setting: 'VERAPDF',
    files: ['pdf-ua'],
    // Java 17 or later runs it.
    from: 'mvn dependency:copy -Dartifact=org.verapdf.apps:greenfield-apps:1.28.2 -DoutputDirectory=.',
  },
  {
    name: 'firefox',
    path: firefox,
    setting: 'FIREFOX',
    files: ['firefox'],
    from: 'apt-get install firefox-esr',
  },
  {
    name: 'webkit',
    path: xvfb && webkit,
    setting: 'WEBKIT',
    files: ['webkit'],
    from: 'apt-get install webkit2gtk-driver xvfb',
  },
];

for (const { name, path, setting, from } of PEERS)
  if (path === undefined)
    console.log(
      `${name} is not here, so nothing was held against it. Install it by "${from}", and name it in ${setting} or put it on the PATH.`,
    );

const files = PEERS.filter(({ path }) => path !== undefined).flatMap((peer) =>
  peer.files.map((file) => `${file}.peers.test.ts`),
);
if (files.length > 0) {
  const args = ['run', '--project', 'peers', ...files];
  const child = spawn('vitest', args, { cwd: ROOT, env: programEnvironment(ROOT), stdio: 'inherit' });
  child.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
