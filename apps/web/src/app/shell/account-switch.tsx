import { TextInput } from '@mantine/core';
import type { OwnAccount } from '@placard/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
        {({ items }) => <AccountChoice items={items} choose={choose} />}
      </Loaded>
    </Dialog>
  );
}

/** From so many on they are found by their name: an agency's are hundreds. */
const FOUND_FROM = 10;

/** The accounts, by their names. */
export function AccountChoice({
  items,
  choose,
}: {
  items: readonly OwnAccount[];
  choose: (id: number) => Promise<void>;
}) {
  const t = useTexts(overlaysTexts);
  const shell = useTexts(shellTexts);
  const user = useUser();
  const [typed, setTyped] = useState('');
  const found = accountsCalled(items, typed);
  return (
    <div className="stack gap-12">
      {items.length >= FOUND_FROM && (
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('find')}
          placeholder={t('find')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <p className="muted" role="status">
          {t('noneFound')}
        </p>
      )}
      <ul className="plain-list stack gap-8">
        {found.map(({ id, name, roles }) => (
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
    </div>
  );
}

/** Those whose names have what was typed, in whatever letters. */
export function accountsCalled<Account extends { readonly name: string }>(
  accounts: readonly Account[],
  typed: string,
): readonly Account[] {
  const part = typed.trim().toLocaleLowerCase();
  return accounts.filter(({ name }) => name.toLocaleLowerCase().includes(part));
}
