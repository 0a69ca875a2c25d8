import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { isLanguage, LANGUAGES, type Language } from '@placard/domain/language';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { type Api, api, apiQuery } from '../../lib/api/api.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import classes from './log.module.css';
import { frameDocument } from './mail-frame.ts';
import { mailTexts } from './mail-texts.ts';

type Entry = Awaited<ReturnType<Api['operator']['mailCatalogue']>>['items'][number];

/** Every mail that is sent, as a sample made by what makes the mails themselves; opens to how it looks. */
export default function MailCatalogue() {
  const t = useTexts(mailTexts);
  const mails = useTexts(mailTexts);
  const [raw, change] = useSearchParameters();
  // Whoever looks at mails reads those of their own language first.
  const language = isLanguage(raw.language) ? raw.language : currentLocale();
  const query = useQuery(apiQuery(api.operator.mailCatalogue, { language }));
  return (
    <>
      <PageHeader
        title={t('catalogue.title')}
        crumbs={[{ label: mails('title'), to: '/operator/mails' }]}
        description={t('catalogue.description')}
        actions={
          <NativeSelect
            aria-label={t('catalogue.language')}
            value={language}
            onChange={({ currentTarget: { value } }) => change({ language: value }, { replace: true })}
          >
            {LANGUAGES.map((value) => (
              <option key={value} value={value} lang={value}>
                {nameOf(value)}
              </option>
            ))}
          </NativeSelect>
        }
      />
      <Loaded query={query} failed={t('catalogue.failed')} loading={<LoadingState />}>
        {({ items }) => (
          <div className="card clipped">
            {items.map((entry) => (
              <Line key={entry.name} entry={entry} language={language} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** In its own words, whatever the dashboard speaks. */
function nameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

type Which = { readonly entry: Entry; readonly language: Language };

function Line({ entry, language }: Which) {
  const t = useTexts(mailTexts);
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={`fold ${classes.catalogue}`}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <ChevronDown size={16} aria-hidden />
        <strong lang={language}>{entry.subject}</strong>
        <span className="faint breaks">
          {t(entry.keptFor === null ? 'catalogue.mayEnd' : `catalogue.kept.${entry.keptFor}`)}
        </span>
      </summary>
      {opened && <Preview entry={entry} language={language} />}
    </details>
  );
}

function Preview({ entry: { name }, language }: Which) {
  const t = useTexts(mailTexts);
  const user = useUser();
  const [shown, setShown] = useState('html');
  const [busy, act] = useAction();
  const query = useQuery(apiQuery(api.operator.mailPreview, { mail: name, language }));
  const send = () =>
    void act({
      run: () => api.operator.testMail({ mail: name, language }),
      success: t('catalogue.tested', { email: user?.email ?? '' }),
      failure: t('catalogue.testFailed'),
      refresh: [api.operator.mails.key],
    });
  return (
    <Loaded
      query={query}
      failed={t('catalogue.previewFailed')}
      loading={<div style={{ height: 320 }} aria-busy data-unsettled />}
    >
      {({ subject, text, html, files }) => (
        <div className={`stack gap-12 pad-folded`}>
          <div className="row wrap gap-12">
            <SegmentedControl
              size="xs"
              aria-label={t('catalogue.as')}
              value={shown}
              onChange={setShown}
              data={(['html', 'text'] as const).map((value) => ({ value, label: t(`catalogue.${value}`) }))}
            />
            <Button size="xs" variant="default" aria-disabled={busy} onClick={send}>
              {t('catalogue.test')}
            </Button>
          </div>
          {shown === 'html' ? (
            <iframe
              className={`full-width rounded ${classes.mail}`}
              title={t('catalogue.frame', { subject })}
              sandbox=""
              srcDoc={frameDocument(html)}
            />
          ) : (
            <pre className="no-margin mono pre-wrap breaks" lang={language}>
              {text}
            </pre>
          )}
          {files.length > 0 && (
            <p className="muted text-13 breaks">{t('catalogue.files', { names: files.join(', ') })}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}
