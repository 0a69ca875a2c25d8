import { browserStore } from '../../../lib/browser-storage.ts';
import type { SessionUser } from '../../../lib/session/session-user.ts';
import { type KeptDraft, keptDraftFrom, type LocalDraft } from './wizard-state.ts';

/** The server's draft is a person's within an account; what waits for it is so too. */
const keyOf = ({ id, accountId }: Owner) => `campaign-draft:${id}:${accountId}`;

type Owner = Pick<SessionUser, 'id' | 'accountId'>;

/** What was typed and not yet saved by the server, kept in this browser for this person alone. */
export function keptCampaign(owner: Owner): LocalDraft | null {
  try {
    return keptDraftFrom(JSON.parse(browserStore.read(keyOf(owner)) ?? 'null'));
  } catch {
    return null;
  }
}

/** @param after the server's draft that it follows */
export function keepCampaign(owner: Owner, draft: KeptDraft, after: string | null): void {
  browserStore.write(keyOf(owner), JSON.stringify({ ...draft, after }));
}

export function dropKeptCampaign(owner: Owner): void {
  browserStore.remove(keyOf(owner));
}
