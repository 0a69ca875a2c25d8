import { ApiError, apiErrorFrom } from '../faults/api-error.ts';
import { API_BASE, callerHeaders, request } from './request.ts';

export type UploadOptions<Data> = {
  /** Below `/api`: '/advertiser/images'. */
  readonly path: string;
  readonly file: File;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Share of the bytes sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The operation that takes it says what its answer holds: `api.creatives.uploadImage.read`. */
  readonly read: (answer: unknown) => Data;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends one file with its progress (which `fetch` can't tell) and a way to cancel. @returns what is in `data`. */
export function uploadFile<Data>({
  path,
  file,
  fields = {},
  onProgress,
  signal,
  read,
}: UploadOptions<Data>): Promise<Data> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const settle = (reading: () => Data) => {
      try {
        resolve(reading());
      } catch (error) {
        reject(error);
      }
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    call.open('POST', `${API_BASE}${path}`);
    for (const [name, value] of Object.entries(callerHeaders())) call.setRequestHeader(name, value);
    call.upload.onprogress = (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total);
    call.onload = () => {
      const body = parsed(call.responseText);
      if (call.status >= 200 && call.status < 300) return settle(() => read(body));
      const error = apiErrorFrom(call.status, body);
      // 401 on any call signs out, and who was taken out of the account goes on in another; the ordinary calls know how.
      if (error.status === 401 || error.code === 'not_a_member')
        void request({ method: 'GET', path: '/auth/profile' }).catch(() => undefined);
      reject(error);
    };
    call.onerror = () => reject(new ApiError({ status: 0, code: 'UNREACHABLE', message: '' }));
    call.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(form);
  });
}
