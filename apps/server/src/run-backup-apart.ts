import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupOutcome } from './jobs/daily-backup.ts';

const BACKUP = fileURLToPath(new URL('main-backup.ts', import.meta.url));
const POINT_IN_TIME = fileURLToPath(new URL('point-in-time/main-point-in-time.ts', import.meta.url));
const SEND_MOMENTS = fileURLToPath(new URL('point-in-time/main-send-moments.ts', import.meta.url));
/** Ends before the next one is due. */
const PATIENCE_MS = 20 * 3_600_000;
/** What fits a notice; a fault is a sentence or the top of a stack. */
const REASON_LENGTH = 500;
/** Of all that it says in its hours. */
const KEPT_LENGTH = 10_000;

/**
 * Runs `npm run backup` with this process's settings, in a process of its own: packing takes a core for a while.
 * @param stopping ends it; what it left unfinished goes with the next one
 */
export async function runBackupApart(stopping: AbortSignal): Promise<BackupOutcome> {
  return await runApart(BACKUP, stopping);
}

/** Keeps the log of the database, and a base each day. */
export async function runPointInTimeApart(stopping: AbortSignal): Promise<BackupOutcome> {
  return await runApart(POINT_IN_TIME, stopping);
}

/** Sends to the bucket what the folder of points in time has more. */
export async function runSendMomentsApart(stopping: AbortSignal): Promise<BackupOutcome> {
  return await runApart(SEND_MOMENTS, stopping);
}

async function runApart(program: string, stopping: AbortSignal): Promise<BackupOutcome> {
  try {
    return await startApart(program, stopping);
  } catch (cause) {
    // The system has no room for another process: nobody may find out on the day a backup is needed.
    return { fault: `It could not be started. ${String(cause)}`.slice(0, REASON_LENGTH), said: '' };
  }
}

function startApart(program: string, stopping: AbortSignal): Promise<BackupOutcome> {
  const child = fork(program, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let [said, complaint] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-KEPT_LENGTH);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(0, KEPT_LENGTH);
  });
  const end = () => child.kill('SIGKILL');
  const patience = setTimeout(end, PATIENCE_MS);
  return new Promise<BackupOutcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const why = complaint.trim() || `It was ended by ${signal ?? `code ${code}`}.`;
      resolve({ fault: code === 0 ? null : why.slice(0, REASON_LENGTH), said: said.trim() });
    });
    if (stopping.aborted) end();
    else stopping.addEventListener('abort', end);
  }).finally(() => {
    clearTimeout(patience);
    stopping.removeEventListener('abort', end);
  });
}
