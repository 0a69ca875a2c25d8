import type { GivenExport } from '@placard/contract/data-exports';
import type { AccountOfOperator } from '@placard/contract/records';
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

const GivenExportDialog = quietPart(() => import('./given-export-dialog.tsx'));

/** Archives of data in the stead of an account's members: asked for, and fetched from below the members. */
export function useGivenExports(account: AccountOfOperator): {
  readonly actions: MenuAction[];
  readonly panel: ReactNode;
  readonly dialog: ReactNode;
} {
  const t = useTexts(dataExportTexts);
  const [opened, setOpened] = useState(false);
  const erased = account.closing !== null && account.closing.erasedAt !== null;
  const ask = { key: 'export', label: t('given.label'), icon: FileArchive, onSelect: () => setOpened(true) };
  return {
    actions: erased ? [] : [ask],
    panel: <GivenExports accountId={account.id} />,
    dialog: opened && <GivenExportDialog account={account} onClose={() => setOpened(false)} />,
  };
}

function GivenExports({ accountId }: { accountId: number }) {
  const t = useTexts(dataExportTexts);
  const query = useQuery({
    ...apiQuery(api.dataExports.listFor, { id: accountId }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'waiting') ? LOOK_EVERY_MS : false,
  });
  return (
    <Loaded query={query} failed={t('given.loadFailed')} loading={null}>
      {({ items }) => (items.length === 0 ? null : <GivenList items={items} />)}
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
