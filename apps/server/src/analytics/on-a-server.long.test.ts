import { vi } from 'vitest';

/** `npm run test:long -- on-a-server`: what is promised of analytics, of a ClickHouse server instead of the embedded engine. */
vi.mock('./testing/test-analytics.ts', async () => await import('./testing/server-analytics.ts'));

await import('./analytics.db.test.ts');
await import('./rollups.db.test.ts');
await import('./collected.db.test.ts');
await import('./reach.db.test.ts');
await import('../features/reports/give-report-file.db.test.ts');
await import('../features/reports/report-file.long.test.ts');
