import { Button } from '@mantine/core';
import type { DataExport } from '@placard/contract/data-exports';
import { useTexts } from '../../i18n/texts.ts';
import { formatBytes } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { dataExportTexts } from './texts.ts';

/** Looked at so often while one is being made. */
export const LOOK_EVERY_MS = 3_000;

/** How an archive stands: being made, ready until when, or not to be made. */
export function ArchiveStanding({ archive }: { archive: DataExport }) {
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

/** Fetches an archive that is ready. @param give asks for the link, which holds once */
export function ArchiveButton({ give }: { give: () => Promise<{ downloadPath: string }> }) {
  const t = useTexts(dataExportTexts);
  const [busy, act] = useAction();
  return (
    <Button
      variant="default"
      aria-disabled={busy}
      onClick={() =>
        void act({
          run: async () => fetchByLink((await give()).downloadPath),
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
