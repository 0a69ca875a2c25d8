import { type TrafficRule, TrafficRules } from '@placard/domain/traffic/traffic-rule';
import type { Client } from 'pg';
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 2_000;

/** The operator's rules, as they were within the last seconds; those known go on while PostgreSQL is away. */
export class TrafficWatch {
  private known = new TrafficRules([]);
  private text = '[]';
  private lookedMs = Number.NEGATIVE_INFINITY;
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  rules(): TrafficRules {
    return this.known;
  }

  /** Looks for others than are known. */
  async tell(client: Client, nowMs: number): Promise<void> {
    if (Math.abs(nowMs - this.lookedMs) < LOOK_EVERY_MS) return;
    const { rows } = await client.query<TrafficRule>(
      'select id, field, value from traffic_rule where enabled order by id',
    );
    const text = JSON.stringify(rows);
    if (text !== this.text) {
      this.known = new TrafficRules(rows);
      this.log.info({ rules: rows.length }, 'the rules for traffic are others now');
    }
    this.text = text;
    this.lookedMs = nowMs;
  }
}
