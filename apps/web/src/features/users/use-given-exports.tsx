import type { GivenExport } from '@placard/contract/data-exports';
import type { AccountOfOperator, UserOfOperator } from '@placard/contract/records';
import { useQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ArchiveButton, ArchiveStanding, LOOK_EVERY_MS } from '../../kits/data-export/archive-parts.tsx';
import { dataExportTexts } from '../../kits/data-export/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { RowList } from '../../kits/records/related-panel.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { GivenExportAbout } from './given-export-dialog.tsx';
import { userTexts } from './texts.ts';

const GivenExportDialog = quietPart(() => import('./given-export-dialog.tsx'));

type Parts = { readonly actions: MenuAction[]; readonly panel: ReactNode; readonly dialog: ReactNode };

function useAsked(offered: boolean, about: GivenExportAbout, panel: ReactNode): Parts {
  const t = useTexts(dataExportTexts);
  const [opened, setOpened] = useState(false);
  const ask = { key: 'export', label: t('given.label'), icon: FileArchive, onSelect: () => setOpened(true) };
  return {
    actions: offered ? [ask] : [],
    panel,
    dialog: opened && <GivenExportDialog {...about} onClose={() => setOpened(false)} />,
  };
}

/** Archives of data in the stead of an account's members: asked for, and fetched from below the members. */
export function useGivenExports({ id, name, members, closing }: AccountOfOperator): Parts {
  const words = useTexts(userTexts);
  const t = useTexts(dataExportTexts);
  const erased = closing !== null && closing.erasedAt !== null;
  // The owner comes first: what is the account's goes with theirs.
  const choices = members.map(({ userId, name: person, role }) => ({
    ...{ id, userId },
    label: `${person} (${words(`member.${role}`)})`,
  }));
  return useAsked(!erased, { of: name, asks: t('given.person'), choices }, <GivenExports accountId={id} />);
}

/** The same in the stead of one person, for whichever of their accounts. */
export function useExportsOf({ id: userId, accounts }: UserOfOperator, name: string): Parts {
  const words = useTexts(userTexts);
  const t = useTexts(dataExportTexts);
  const choices = accounts.map(({ id, name: account, member }) => ({
    ...{ id, userId },
    label: `${account} (${words(`member.${member}`)})`,
  }));
  return useAsked(
    accounts.length > 0,
    { of: name, asks: t('given.account'), choices },
    accounts.map(({ id }) => <GivenExports key={id} accountId={id} userId={userId} />),
  );
}

/** Those that the operator asked for; of one person alone where that is named. */
function GivenExports({ accountId, userId }: { accountId: number; userId?: number }) {
  const t = useTexts(dataExportTexts);
  const query = useQuery({
    ...apiQuery(api.dataExports.listFor, { id: accountId }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'waiting') ? LOOK_EVERY_MS : false,
  });
  return (
    <Loaded query={query} failed={t('given.loadFailed')} loading={null}>
      {({ items }) => {
        const shown = items.filter(({ person }) => userId === undefined || person.id === userId);
        return shown.length === 0 ? null : <GivenList items={shown} />;
      }}
    </Loaded>
  );
}

function GivenList({ items }: { items: readonly GivenExport[] }) {
  const t = useTexts(dataExportTexts);
  return (
    <Panel flush title={t('given.title')}>
      <RowList empty="">
        {items.map((archive) => (
          <li key={archive.id}>
            <RecordLink kind="user" id={archive.person.id} title={archive.person.email}>
              {archive.person.name}
            </RecordLink>
            <span className="text-13" aria-live="polite">
              <ArchiveStanding archive={archive} />
            </span>
            {archive.status === 'ready' && (
              <ArchiveButton give={async () => await api.dataExports.linkFor({ id: archive.id })} />
            )}
          </li>
        ))}
      </RowList>
    </Panel>
  );
}
