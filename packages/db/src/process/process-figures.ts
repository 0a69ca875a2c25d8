import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, type Metric } from './metrics-text.ts';

const NANOS = 1e9;

/** What every process tells of itself, under the names that dashboards for Node know. */
export class ProcessFigures {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  /** The delays since this was asked last. */
  read(): Metric[] {
    const { user, system } = process.cpuUsage();
    const [p99, most] = [this.#delay.percentile(99) / NANOS, this.#delay.max / NANOS];
    this.#delay.reset();
    return [
      gauge(
        'process_start_time_seconds',
        'When the process began.',
        Math.round(performance.timeOrigin / 1_000),
      ),
      gauge('process_resident_memory_bytes', 'Memory that the process has.', process.memoryUsage.rss()),
      counter('process_cpu_seconds_total', 'Processor time spent.', (user + system) / 1e6),
      gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last look.', p99),
      gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of the event loop since the last look.', most),
    ];
  }

  end(): void {
    this.#delay.disable();
  }
}
