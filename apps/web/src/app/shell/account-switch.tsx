import { useQuery } from '@tanstack/react-query';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { actFor, mayLeave, useUser } from '../../lib/session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { overlaysTexts } from './overlays-texts.ts';

/** Goes on for another account, in this tab; new tabs start with it too. */
export default function AccountSwitch({ onClose }: { onClose: () => void }) {
  const t = useTexts(overlaysTexts);
  const shell = useTexts(shellTexts);
  const user = useUser();
  const accounts = useQuery(apiQuery(api.accounts.list, undefined));
  const choose = async (id: number) => {
    if (!(await mayLeave())) return;
    // Where this fails, the tab goes there all the same: only new ones start elsewhere.
    await api.accounts.setHome({ id }).catch(() => undefined);
    actFor(id);
  };
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <Loaded query={accounts} failed={t('failed')}>
        {({ items }) => (
          <ul className="plain-list stack gap-8">
            {items.map(({ id, name, roles }) => (
              <li key={id}>
                <button
                  type="button"
                  className="row between gap-8 card clickable full-width pad-12 text-left"
                  disabled={id === user.accountId}
                  onClick={() => void choose(id)}
                >
                  <span className="breaks semibold">{name}</span>
                  <span className="muted text-13">
                    {id === user.accountId
                      ? t('thisAccount')
                      : roles.map((role) => shell(`role.${role}`)).join(', ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
