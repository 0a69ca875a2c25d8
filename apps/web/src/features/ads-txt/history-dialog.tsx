import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './ads-txt.module.css';
import { FoundText } from './found-text.tsx';
import { adsTxtTexts } from './texts.ts';

/** All checks of a website that are kept, newest first. */
export default function HistoryDialog({ website, onClose }: { website: AdsTxtWebsite; onClose: () => void }) {
  const t = useTexts(adsTxtTexts);
  const query = useQuery(apiQuery(api.adsTxt.history, { id: website.websiteId }));
  return (
    <Dialog size={720} title={t('history.title', { name: shownDomain(website.domain) })} onClose={onClose}>
      <Loaded query={query} failed={t('failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('history.none')}</p>
          ) : (
            <ol className={`plain-list lined ${classes.history}`}>
              {items.map((check) => (
                <li key={check.id}>
                  <DateTime value={check.checkedAt} withTime />
                  <StatusChip status={check.result} />
                  <FoundText check={check} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  );
}
