import { missingEngineLibrary, OTHER_ENGINE } from '@placard/db/process/engine-library';
import { type Finding, fault, ok } from './finding.ts';
import { codeOf, PATIENCE_MS } from './network-checks.ts';

const NAME = 'Reports';

/** Whether the ClickHouse that holds the reports is there: the server of CLICKHOUSE_URL, or the library of the embedded one. */
export async function checkReports(
  clickhouseUrl: string | undefined,
  missing: string | undefined = missingEngineLibrary(),
): Promise<Finding> {
  if (clickhouseUrl !== undefined) return await checkServer(new URL(clickhouseUrl));
  if (missing !== undefined) return fault(NAME, missing, OTHER_ENGINE);
  return ok(NAME, 'They are embedded, and the library for it is there.');
}

async function checkServer(url: URL): Promise<Finding> {
  const { origin, username, password } = url;
  const headers: Record<string, string> = {};
  if (username !== '') headers['X-ClickHouse-User'] = decodeURIComponent(username);
  if (password !== '') headers['X-ClickHouse-Key'] = decodeURIComponent(password);
  try {
    const answer = await fetch(origin, {
      ...{ method: 'POST', body: 'select 1 format TSV', headers, redirect: 'manual' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const said = (await answer.text()).trim();
    if (answer.ok && said === '1') return ok(NAME, `ClickHouse answers at ${origin}.`);
    return fault(
      NAME,
      `${origin} is no ClickHouse, or refuses us: ${answer.status} ${said.slice(0, 150)}`,
      'Look at the address, the user and the password in CLICKHOUSE_URL.',
    );
  } catch (cause) {
    const todo = 'Is that ClickHouse started? Look at CLICKHOUSE_URL, and at the firewall between.';
    return fault(NAME, `No ClickHouse answers at ${origin}: ${codeOf(cause)}.`, todo);
  }
}
