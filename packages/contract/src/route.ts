type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const route = (method: Method) => (path: `/${string}`, tags: readonly string[], summary: string) =>
  ({ method, path, tags, summary }) as const;

/** Under which method and path an operation stands, with the headings and the line that the API's document has for it. */
export const get = route('GET');
export const post = route('POST');
export const put = route('PUT');
export const remove = route('DELETE');
