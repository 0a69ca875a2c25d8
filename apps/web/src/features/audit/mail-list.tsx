import { Button } from '@mantine/core';
import { MAILS_KEPT_DAYS } from '@placard/domain/kept-days';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, Mail } from 'lucide-react';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { type Api, api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { oneOf, readFilters, textParameter } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { Address } from '../../ui/address.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter, SearchBox } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { LogPages } from './log-pages.tsx';
import { mailTexts } from './mail-texts.ts';

type MailItem = Awaited<ReturnType<Api['operator']['mails']>>['items'][number];

const STATES = ['unsent', 'sent'] as const;
const FILTERS = { search: textParameter, state: oneOf(STATES) };

/** What was written to users, newest first; opens to the whole text. What is looked for stands in the URL. */
export default function MailList() {
  const t = useTexts(mailTexts);
  const ui = useTexts(uiTexts);
  const [raw, change] = useSearchParameters();
  const asked = readFilters(FILTERS, raw);
  const query = useInfiniteQuery(apiPages(api.operator.mails, asked));
  const narrowed = asked.search !== undefined || asked.state !== undefined;
  const mails = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description', { days: MAILS_KEPT_DAYS })}
        actions={
          <ButtonLink to="/operator/mails/catalogue" variant="default">
            {t('catalogue.title')}
          </ButtonLink>
        }
      />
      <div className="row wrap gap-8 below-16">
        <SearchBox
          label={t('search')}
          value={asked.search ?? ''}
          onChange={(text) =>
            change({ search: text === '' ? undefined : text }, { replace: asked.search !== undefined })
          }
        />
        <ChoiceFilter
          label={t('state')}
          value={asked.state}
          choices={STATES.map((value) => ({ value, label: t(value) }))}
          onChange={(state) => change({ state })}
        />
      </div>
      <LogPages
        query={query}
        failed={t('failed')}
        empty={
          narrowed ? (
            <EmptyState
              framed
              icon={Mail}
              title={t('noMatch')}
              text={t('noMatchText', { days: MAILS_KEPT_DAYS })}
              action={
                <Button variant="default" onClick={() => change({ search: undefined, state: undefined })}>
                  {ui('table.clearFilters')}
                </Button>
              }
            />
          ) : (
            <EmptyState framed icon={Mail} title={t('empty')} text={t('emptyText')} />
          )
        }
        more={t('more')}
        entries={mails.map((mail) => <Line key={mail.id} mail={mail} />)}
      />
    </>
  );
}

/** What it says is fetched when it is opened: that somebody read it is written down. */
function Line({ mail }: { mail: MailItem }) {
  const t = useTexts(mailTexts);
  const [opened, setOpened] = useState(false);
  return (
    <details className="fold line" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <ChevronDown size={16} aria-hidden />
        <strong>{mail.subject}</strong>
        <span>
          <Address text={mail.to} />
        </span>
        <span>
          <DateTime value={mail.createdAt} withTime />
        </span>
        <span>{t(mail.sentAt === null ? 'unsent' : 'sent')}</span>
      </summary>
      {mail.sentAt === null && mail.lastError !== null && (
        <p className={`text-13 breaks pad-folded`}>{t('refused', { error: mail.lastError })}</p>
      )}
      {opened && mail.userId !== null && (
        <p className={`text-13 breaks pad-folded`}>
          <RecordLink kind="user" id={mail.userId}>
            {t('user', { address: mail.to })}
          </RecordLink>
        </p>
      )}
      {opened && <Body id={mail.id} />}
      {mail.attachments.length > 0 && (
        <p className={`muted text-13 breaks pad-folded`}>
          {t('files', { names: mail.attachments.join(', ') })}
        </p>
      )}
    </details>
  );
}

function Body({ id }: { id: string }) {
  const t = useTexts(mailTexts);
  // Once for each opening: a look at the window again is no reading again.
  const query = useQuery({
    ...apiQuery(api.operator.mail, { id }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded
      query={query}
      failed={t('bodyFailed')}
      loading={<div style={{ height: 80 }} aria-busy data-unsettled />}
    >
      {({ body }) => <pre className="no-margin mono pre-wrap breaks pad-folded">{body}</pre>}
    </Loaded>
  );
}
