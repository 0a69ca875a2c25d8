import { apiErrorFrom } from '../faults/api-error.ts';
import { readAccessToken } from '../session/access-token.ts';
import { API_BASE, request } from './request.ts';

export type DownloadedFile = { readonly name: string; readonly content: Blob };

/**
 * A file of the API, which a link could not ask for: it carries the bearer token. With a body it is asked by POST.
 * @throws ApiError as every call does.
 */
export async function fetchFile(path: string, body?: object): Promise<DownloadedFile> {
  const token = readAccessToken();
  const response = await fetch(`${API_BASE}${path}`, {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    // 401 on any call signs out; the ordinary calls know how.
    if (response.status === 401) await request({ method: 'GET', path: '/auth/profile' });
    throw apiErrorFrom(response.status, await response.json().catch(() => undefined));
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'download', content: await response.blob() };
}
