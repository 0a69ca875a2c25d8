import type { BegunLook } from '@placard/contract/looks';
import { writeLook } from '../../lib/session/access-token.ts';
import { actFor } from '../../lib/session/session-store.ts';

/** Shows an account as its members see it, in this tab, until the look ends. */
export function beginLook(look: BegunLook): void {
  writeLook(look);
  actFor(look.accountId);
}
