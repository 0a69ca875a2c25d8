import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { SessionUser } from '../../lib/session/session-user.ts';
import { Notice } from '../../ui/form/field-layout.tsx';

/** Says to a member whose account it is and what they may do there, before they press what is refused. */
export function MemberBanner({ user }: { user: SessionUser }) {
  const t = useTexts(shellTexts);
  if (user.member === 'owner') return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <Notice tone="info">{t(`onlyLooks.${user.member}`, { account: user.accountName })}</Notice>
    </div>
  );
}
