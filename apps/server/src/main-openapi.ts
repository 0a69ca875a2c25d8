import { openApiJson } from './http/openapi-document.ts';

/** What `/api/openapi.json` answers, without anything running. */
process.stdout.write(await openApiJson());
