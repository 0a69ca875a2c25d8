import { type MemberRight, memberMay } from '@placard/domain/account/member';
import { useUser } from '../../lib/session/session-store.ts';

/** Whether the reader may change a part of the account; what nobody of it changes, everybody may look at. */
export function useMay(): (right: MemberRight | null) => boolean {
  const { member } = useUser();
  return (right) => right === null || memberMay(member, right);
}
