import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronRight, Mail } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { type Api, api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { Address } from '../../ui/address.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import classes from './log.module.css';
import { LogPages } from './log-pages.tsx';
import { mailTexts } from './mail-texts.ts';

type MailItem = Awaited<ReturnType<Api['operator']['mails']>>['items'][number];

/** What was written to users, newest first; opens to the whole text. */
export default function MailList() {
  const t = useTexts(mailTexts);
  const query = useInfiniteQuery(apiPages(api.operator.mails, {}));
  const mails = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <ButtonLink to="/operator/mails/catalogue" variant="default">
            {t('catalogue.title')}
          </ButtonLink>
        }
      />
      <LogPages
        query={query}
        failed={t('failed')}
        empty={<EmptyState framed icon={Mail} title={t('empty')} text={t('emptyText')} />}
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
    <details className={classes.entry} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <strong>{mail.subject}</strong>
        <span>
          <Address text={mail.to} />
        </span>
        <span>
          <DateTime value={mail.createdAt} withTime />
        </span>
        <span>{t(mail.sentAt === null ? 'waiting' : 'sent')}</span>
      </summary>
      {mail.sentAt === null && mail.lastError !== null && (
        <p className={`text-13 breaks ${classes.files}`}>{t('refused', { error: mail.lastError })}</p>
      )}
      {opened && mail.userId !== null && (
        <p className={`text-13 breaks ${classes.files}`}>
          <RecordLink kind="user" id={mail.userId}>
            {t('user', { address: mail.to })}
          </RecordLink>
        </p>
      )}
      {opened && <Body id={mail.id} />}
      {mail.attachments.length > 0 && (
        <p className={`muted text-13 breaks ${classes.files}`}>
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
      {({ body }) => <pre>{body}</pre>}
    </Loaded>
  );
}
