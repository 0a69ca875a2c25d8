import { Button } from '@mantine/core';
import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ButtonRow } from '../../ui/form/field-layout.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './ads-txt.module.css';
import { adviceOf, type Merged } from './ads-txt-words.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { adsTxtTexts } from './texts.ts';

/** The website's file with the line where it belongs, to be copied whole. */
export default function MergedDialog({ website, onClose }: { website: AdsTxtWebsite; onClose: () => void }) {
  const t = useTexts(adsTxtTexts);
  const query = useQuery(apiQuery(api.adsTxt.merged, { id: website.websiteId }));
  return (
    <Dialog size={720} title={t('merged.title', { name: shownDomain(website.domain) })} onClose={onClose}>
      <Loaded query={query} failed={t('merged.failed')}>
        {(merged) => <MergedFile merged={merged} />}
      </Loaded>
    </Dialog>
  );
}

function MergedFile({ merged }: { merged: Merged }) {
  const t = useTexts(adsTxtTexts);
  const isLine = merged.file === 'too_long';
  const copy = async () => {
    try {
      await copyText(merged.text);
      toast.success(isLine ? t('merged.copiedLine') : t('merged.copied'));
    } catch {
      toast.failure(t('merged.copyFailed'));
    }
  };
  return (
    <div className="grid gap-12">
      <p>{adviceOf(t, merged)}</p>
      <ol
        className={`plain-list framed scrolls high-420 sunken mono ${classes.file}`}
        aria-label={isLine ? t('merged.lineAlone') : t('merged.file')}
      >
        {fileExcerpt(merged.text, merged.added).map((part) =>
          'skipped' in part ? (
            <li key={part.number} className={`faint ${classes.skipped}`}>
              {t('merged.skipped', { count: part.skipped })}
            </li>
          ) : (
            <li key={part.number} className={part.isAdded ? 'on-good bold' : undefined}>
              <span className={`to-end ${part.isAdded ? '' : 'faint'} ${classes.number}`} aria-hidden>
                {part.isAdded ? '+' : part.number}
              </span>
              <code className="breaks pre-wrap">
                {part.isAdded && <span className="visually-hidden">{t('merged.added')} </span>}
                {part.text}
              </code>
            </li>
          ),
        )}
      </ol>
      <ButtonRow
        start={
          merged.seenAt !== null && (
            <span className="faint text-12-5">
              {t('merged.seen', { when: formatRelative(merged.seenAt, serverNow()) })}
            </span>
          )
        }
      >
        <Button leftSection={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
          {isLine ? t('merged.copyLine') : t('merged.copy')}
        </Button>
      </ButtonRow>
    </div>
  );
}
