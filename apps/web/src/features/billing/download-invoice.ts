import { API_BASE, request } from '../../lib/api/request.ts';
import { apiErrorFrom } from '../../lib/faults/api-error.ts';
import { readAccessToken } from '../../lib/session/access-token.ts';
import { downloadFile } from '../../ui/table/csv.ts';
import type { Invoice } from './use-billing.ts';

/** A link can't carry the bearer token: the file is fetched with it and then handed to the browser. */
export async function downloadInvoice({ number, label }: Pick<Invoice, 'number' | 'label'>): Promise<void> {
  const token = readAccessToken();
  const response = await fetch(`${API_BASE}/advertiser/invoices/${number}/pdf`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  if (!response.ok) {
    // 401 on any call signs out; the ordinary calls know how.
    if (response.status === 401) await request({ method: 'GET', path: '/auth/profile' });
    throw apiErrorFrom(response.status, await response.json().catch(() => undefined));
  }
  downloadFile(`invoice-${label}.pdf`, await response.blob());
}
