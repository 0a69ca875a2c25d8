import type { Health } from '@placard/contract/health';
import { useTexts } from '../../i18n/texts.ts';
import { formatBytes, formatPercent } from '../../lib/format/number-format.ts';
import { formatDateTime, formatRelative } from '../../lib/format/time-format.ts';
import { Count } from '../../ui/count.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { latencyText } from './health-words.ts';
import { healthTexts } from './texts.ts';

/** One that has told nothing for so long may be gone; each tells every five seconds. */
const SILENT_MS = 60_000;

/** Each ad server of the last day. */
export function ProcessTable({ health: { processes, disk, otherDisks, now } }: { health: Health }) {
  const t = useTexts(healthTexts);
  const free = ({ freeBytes, totalBytes }: NonNullable<Health['disk']>) => ({
    free: diskText(freeBytes, totalBytes),
  });
  const disks = [
    ...(disk === null ? [] : [t('processes.disk', free(disk))]),
    ...otherDisks.map((each) => t(`processes.otherDisk.${each.folder}`, free(each))),
  ];
  return (
    <Panel flush title={t('processes.title')} description={disks.length === 0 ? undefined : disks.join('; ')}>
      {processes.length === 0 ? (
        <p className="muted pad-row">{t('processes.none')}</p>
      ) : (
        <Sideways label={t('processes.title')}>
          <table className="plain-table">
            <caption className="visually-hidden">{t('processes.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('processes.process')}</th>
                <th scope="col">{t('processes.told')}</th>
                <th scope="col" className="end">
                  {t('cards.views')}
                </th>
                <th scope="col" className="end wide-only">
                  {t('cards.latency')}
                </th>
                <th scope="col" className="end">
                  {t('processes.spool')}
                </th>
                <th scope="col" className="end wide-only">
                  {t('processes.diskFree')}
                </th>
              </tr>
            </thead>
            <tbody>
              {processes.map((each) => (
                <Row key={each.shard} process={each} nowMs={Date.parse(now)} />
              ))}
            </tbody>
          </table>
        </Sideways>
      )}
    </Panel>
  );
}

function Row({ process, nowMs }: { process: Health['processes'][number]; nowMs: number }) {
  const t = useTexts(healthTexts);
  const timeZone = useTimeZone();
  const { shard, toldAt, views, p99Ms, spoolBytes, spoolFaults, diskFreeBytes, diskTotalBytes } = process;
  const silent = nowMs - Date.parse(toldAt) > SILENT_MS;
  return (
    <tr>
      <th scope="row" className="nowrap">
        {t('processes.name', { shard })}
      </th>
      <td title={formatDateTime(toldAt, timeZone)}>
        <span className={`badge nowrap ${silent ? 'on-warn' : 'on-good'}`}>
          {silent ? formatRelative(toldAt, nowMs) : t('processes.there')}
        </span>
      </td>
      <td className="end">
        <Count value={views} />
      </td>
      <td className="end nowrap wide-only">{latencyText(p99Ms)}</td>
      <td className="end nowrap">
        {formatBytes(spoolBytes)}
        {spoolFaults > 0 && (
          <small className="bad block">{t('processes.faults', { count: spoolFaults })}</small>
        )}
      </td>
      <td className="end nowrap wide-only">
        {diskFreeBytes === null || diskTotalBytes === null ? '–' : diskText(diskFreeBytes, diskTotalBytes)}
      </td>
    </tr>
  );
}

function diskText(freeBytes: number, totalBytes: number): string {
  return `${formatBytes(freeBytes)} (${formatPercent(totalBytes === 0 ? 0 : freeBytes / totalBytes)})`;
}
