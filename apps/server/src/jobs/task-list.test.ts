import pino from 'pino';
import { expect, it } from 'vitest';
import { graphileLogger } from './graphile-logger.ts';
import { crontabOf, type TaskDeps, taskListOf } from './task-list.ts';

const BACKUPS = { hour: 2 } as Parameters<typeof crontabOf>[0];
const POINTS = { bucket: {} } as Parameters<typeof crontabOf>[1];

/** How often each job runs, by its name, and what is said of its tries. */
function timetable(...plans: Parameters<typeof crontabOf>): Map<string, string> {
  return new Map(
    crontabOf(...plans)
      .split('\n')
      .map((line) => line.split(' '))
      .map(([minute, hour, , , , name = '', options = '']) => [name, `${minute} ${hour} ${options}`]),
  );
}

it('every job there is has its time', () => {
  const jobs = Object.keys(taskListOf({} as TaskDeps)).sort();
  expect([...timetable(BACKUPS, POINTS).keys()].sort()).toEqual(jobs);
  const ofPlans = ['back_up', 'keep_points_in_time', 'send_points_in_time'];
  expect([...timetable(null, null).keys()].sort()).toEqual(jobs.filter((job) => !ofPlans.includes(job)));
});

it('a month is closed and then invoiced within the hour, whatever the zone, and a backup that was missed is made up for', () => {
  const times = timetable(BACKUPS, POINTS);
  expect(times.get('close_months')).toBe('1 * ?max=7');
  expect(times.get('issue_invoices')).toBe('4 * ?max=7');
  expect(times.get('erase_closed_accounts')).toBe('38 * ?max=7');
  expect(times.get('back_up')).toBe('0 2 ?fill=20h&max=2');
});

it('what the timetable says of itself is as loud in the log as it is there, its chatter only for who looks for it', () => {
  const said: unknown[] = [];
  const log = pino(
    { level: 'debug', base: null, timestamp: false },
    { write: (line: string) => void said.push(JSON.parse(line)) },
  );
  const logger = graphileLogger(log);
  logger.error('lost', { job: 7 });
  for (const level of ['warn', 'info', 'debug'] as const) logger[level](level);
  expect(said).toEqual([
    { level: 50, job: 7, msg: 'lost' },
    ...[40, 20, 20].map((level, at) => ({ level, msg: ['warn', 'info', 'debug'][at] })),
  ]);
});
