import { type LogLines, logLines } from '@placard/db/process/log-lines';
import { type Logger, pino } from 'pino';

/** Of a refused statement PostgreSQL says whole rows, and the driver what was bound: sealed details of banks, addresses, hashes. */
const UNSAID = ['req.headers.authorization', 'err.parameters', 'err.detail', 'err.where'];

/** The log of the API and of the worker. */
export function serverLog(level: string, lines: LogLines = logLines()): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: UNSAID }, lines);
}
