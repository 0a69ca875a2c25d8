import { createPool } from '@placard/db/database';
import { commandLine } from '@placard/db/process/commands';
import { schemaFault } from '@placard/db/schema-fault';
import { createSecrets, type KeyRing } from '@placard/db/secrets/secrets';
import { opensSigningKeys } from '@placard/db/secrets/signing-keys';
import { type Finding, fault, ok } from './finding.ts';

const CLOCK_LIMIT_MS = 2_000;

export function checkClock(databaseMs: number, ourMs: number): Finding {
  const seconds = Math.abs(databaseMs - ourMs) / 1_000;
  const said = `${seconds.toFixed(1)} s from the database's.`;
  if (seconds * 1_000 <= CLOCK_LIMIT_MS) return ok('Clock', said);
  return fault('Clock', said, 'Let both machines keep time: timedatectl set-ntp true');
}

/** @param secretKeys undefined: it is not known yet */
export async function checkDatabase(
  url: string,
  secretKeys: KeyRing | undefined,
  nowMs: () => number,
): Promise<Finding[]> {
  const pool = createPool({ url, name: 'placard-doctor', max: 1, statementTimeoutMs: 5_000 });
  const query = async (text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rows;
  try {
    const before = nowMs();
    const [row] = (await query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms', [])) as {
      ms: number;
    }[];
    const findings = [checkClock(row?.ms ?? 0, (before + nowMs()) / 2)];
    const schema = await schemaFault(query);
    if (schema !== null) return [...findings, fault('Schema', schema, commandLine('migrate'))];
    findings.push(ok('Schema', "It is this release's."));
    if (
      secretKeys === undefined ||
      (await opensSigningKeys(query, createSecrets(secretKeys.key, secretKeys.others)))
    )
      return [
        ...findings,
        ok(
          'Secret key',
          secretKeys === undefined ? 'It is made at the first start.' : "It is the database's.",
        ),
      ];
    const todo =
      'Set PLACARD_SECRET_KEY, or put back the file secret.key, as it was when this database was made.';
    return [...findings, fault('Secret key', 'It is not the one that the database was sealed with.', todo)];
  } catch (cause) {
    const why =
      cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause);
    return [
      fault(
        'Database',
        `It does not answer: ${why}.`,
        'Start PostgreSQL, or look at DATABASE_URL and the firewall between.',
      ),
    ];
  } finally {
    await pool.end();
  }
}
