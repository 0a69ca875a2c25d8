import { parentPort } from 'node:worker_threads';
import { openApiJson } from './http/openapi-document.ts';

/** The thread in which the OpenAPI document is made, at the first request for it. */
parentPort?.on('message', () => {
  openApiJson().then(
    (value) => parentPort?.postMessage({ value }),
    (error: unknown) => parentPort?.postMessage({ fault: String(error) }),
  );
});
