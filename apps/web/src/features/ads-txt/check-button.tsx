import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import classes from './ads-txt.module.css';
import { checkedText } from './ads-txt-words.ts';
import { adsTxtTexts } from './texts.ts';

/** Asks the website now; the row shows what was found. */
export function CheckButton({ website }: { website: AdsTxtWebsite }) {
  const t = useTexts(adsTxtTexts);
  const [busy, act] = useAction();
  return (
    <BusyButton
      className={classes.check ?? ''}
      variant="default"
      size="compact-sm"
      busy={busy}
      busyLabel={t('checking')}
      onClick={() =>
        void act({
          run: () => api.adsTxt.check({ id: website.websiteId }),
          success: (checked) => checkedText(t, checked),
          failure: t('checkFailed'),
          refresh: [['adsTxt'], ['websites']],
        })
      }
    >
      {t('checkNow')}
      <span className="visually-hidden"> {shownDomain(website.domain)}</span>
    </BusyButton>
  );
}
