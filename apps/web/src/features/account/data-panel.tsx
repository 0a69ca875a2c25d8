import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ArchiveButton, ArchiveStanding, LOOK_EVERY_MS } from '../../kits/data-export/archive-parts.tsx';
import { dataExportTexts } from '../../kits/data-export/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';

const AskDialog = quietPart(() => import('./data-export-dialog.tsx'));

/** An archive of one's data: asked for, made in the background, fetched for some days. */
export function DataPanel() {
  const t = useTexts(dataExportTexts);
  const { member } = useUser();
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    ...apiQuery(api.dataExports.read, undefined),
    refetchInterval: ({ state }) => (state.data?.export?.status === 'waiting' ? LOOK_EVERY_MS : false),
  });
  return (
    <div id="data">
      <Panel title={t('title')} description={t(member === 'owner' ? 'textOwner' : 'textMember')}>
        <Loaded
          query={query}
          failed={t('loadFailed')}
          loading={<div style={{ height: 36 }} aria-busy data-unsettled />}
        >
          {({ export: archive }) => (
            <div className="row wrap between gap-12-24">
              <div className="muted text-13" aria-live="polite">
                {archive !== null && <ArchiveStanding archive={archive} />}
              </div>
              <Group gap="xs">
                {archive?.status === 'ready' && (
                  <ArchiveButton give={async () => await api.dataExports.link({ id: archive.id })} />
                )}
                {archive?.status !== 'waiting' && (
                  <Button variant="default" onClick={() => setAsking(true)}>
                    {t(archive === null ? 'ask' : 'askAgain')}
                  </Button>
                )}
              </Group>
            </div>
          )}
        </Loaded>
        {asking && <AskDialog onClose={() => setAsking(false)} />}
      </Panel>
    </div>
  );
}
