import { Button, Group } from '@mantine/core';
import type { DataExport } from '@placard/contract/data-exports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatBytes } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { dataExportTexts } from './texts.ts';

const AskDialog = quietPart(() => import('./data-export-dialog.tsx'));

/** Looked at so often while one is being made. */
const LOOK_EVERY_MS = 3_000;

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
            <div className="row-wrap between gap-12-24">
              <div className="muted text-13" aria-live="polite">
                {archive !== null && <Standing archive={archive} />}
              </div>
              <Group gap="xs">
                {archive?.status === 'ready' && <DownloadButton id={archive.id} />}
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

function Standing({ archive }: { archive: DataExport }) {
  const t = useTexts(dataExportTexts);
  const { timeZone } = useUser();
  const { status, sizeBytes, expiresAt } = archive;
  if (status !== 'ready' || sizeBytes === null || expiresAt === null) {
    return t(status === 'failed' ? 'failed' : 'waiting');
  }
  return t('ready', { size: formatBytes(sizeBytes), until: formatDate(expiresAt, timeZone) });
}

/** The browser fetches it itself, to the disk: here it would be in memory whole. */
function fetchByLink(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  // Should it be refused after all, the page stays.
  link.download = '';
  link.click();
}

function DownloadButton({ id }: { id: number }) {
  const t = useTexts(dataExportTexts);
  const [busy, act] = useAction();
  return (
    <Button
      variant="default"
      aria-disabled={busy}
      onClick={() =>
        void act({
          run: async () => fetchByLink((await api.dataExports.link({ id })).downloadPath),
          success: t('downloaded'),
          failure: t('downloadFailed'),
          refresh: [],
        })
      }
    >
      {t('download')}
    </Button>
  );
}
