import { ApiError, apiErrorFrom } from '../../lib/api/api-error.ts';
import { API_BASE, request } from '../../lib/api/request.ts';
import { readAccessToken } from '../../lib/session/access-token.ts';
import type { UploadedImage } from './creative-values.ts';
import type { Size } from './size-text.ts';

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Uploads one image. `fetch` tells nothing about the progress of what it sends, so this is an XMLHttpRequest.
 * @throws ApiError as every call; a DOMException named AbortError when it was cancelled.
 */
export function sendImage(options: {
  readonly file: File;
  readonly size: Size;
  readonly signal: AbortSignal;
  /** 0 … 1 */
  readonly onProgress: (share: number) => void;
}): Promise<UploadedImage> {
  const { file, size, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', `${API_BASE}/advertiser/images`);
    call.setRequestHeader('accept', 'application/json');
    const token = readAccessToken();
    if (token !== null) call.setRequestHeader('authorization', `Bearer ${token}`);
    call.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    call.onload = () => {
      const body = bodyOf(call.responseText);
      if (call.status >= 200 && call.status < 300) {
        resolve((body as { data: UploadedImage }).data);
        return;
      }
      // 401 on any call signs out; the ordinary calls know how.
      if (call.status === 401) void request({ method: 'GET', path: '/auth/profile' }).catch(() => undefined);
      reject(apiErrorFrom(call.status, body));
    };
    call.onerror = () => reject(new ApiError({ status: 0, code: 'UNREACHABLE', message: '' }));
    call.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    const form = new FormData();
    form.append('width', String(size.width));
    form.append('height', String(size.height));
    form.append('file', file);
    call.send(form);
  });
}
