import { apiErrorFrom } from '../../lib/api/api-error.ts';
import { API_BASE, request } from '../../lib/api/request.ts';
import { readAccessToken } from '../../lib/session/access-token.ts';
import { downloadFile } from '../../ui/table/csv.ts';

/** Fetches the batch with the bearer token, which a link can't carry, and hands the file to the browser. */
export async function downloadPayouts(ids: readonly number[]): Promise<void> {
  const token = readAccessToken();
  const response = await fetch(`${API_BASE}/operator/payouts/export`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ ids }),
  });
  if (!response.ok) {
    // 401 on any call signs out; the ordinary calls know how.
    if (response.status === 401) await request({ method: 'GET', path: '/auth/profile' });
    throw apiErrorFrom(response.status, await response.json().catch(() => undefined));
  }
  downloadFile(`payouts-${new Date().toISOString().slice(0, 10)}.csv`, await response.blob());
}
