import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupOutcome } from './jobs/daily-backup.ts';

const PROGRAM = fileURLToPath(new URL('main-backup.ts', import.meta.url));
/** Ends before the next one is due. */
const PATIENCE_MS = 20 * 3_600_000;
/** What fits a notice; a fault is a sentence or the top of a stack. */
const REASON_LENGTH = 500;

/** Runs `npm run backup` with this process's settings, in a process of its own: packing takes a core for a while. */
export function runBackupApart(patienceMs = PATIENCE_MS): Promise<BackupOutcome> {
  const child = fork(PROGRAM, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let [said, complaint] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(0, 10_000);
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(patience);
      const why = complaint.trim() || `It was ended by ${signal ?? `code ${code}`}.`;
      resolve({ fault: code === 0 ? null : why.slice(0, REASON_LENGTH), said: said.trim() });
    });
  });
}
