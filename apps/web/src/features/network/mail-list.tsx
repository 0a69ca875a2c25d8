import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Mail } from 'lucide-react';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './log.module.css';
import { LogPages } from './log-pages.tsx';

/** What was written to users, newest first; opens to the whole text. */
export function MailList() {
  const t = useTexts(operatorTexts);
  const query = useInfiniteQuery({
    queryKey: [...api.operator.mails.key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.operator.mails(pageParam === undefined ? {} : { before: pageParam }, { signal }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const mails = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader title={t('mail.title')} description={t('mail.description')} />
      <LogPages
        query={query}
        failed={t('mail.failed')}
        empty={<EmptyState framed icon={Mail} title={t('mail.empty')} text={t('mail.emptyText')} />}
        more={t('mail.more')}
        entries={mails.map((mail) => (
          <details key={mail.id} className={classes.entry}>
            <summary>
              <ChevronRight size={16} aria-hidden />
              <strong>{mail.subject}</strong>
              <span>{mail.to}</span>
              <span>
                <DateTime value={mail.createdAt} withTime />
              </span>
              <span title={mail.lastError ?? undefined}>
                {t(mail.sentAt === null ? 'mail.waiting' : 'mail.sent')}
              </span>
            </summary>
            <pre>{mail.body}</pre>
            {mail.attachments.length > 0 && (
              <p className={classes.files}>{t('mail.files', { names: mail.attachments.join(', ') })}</p>
            )}
          </details>
        ))}
      />
    </>
  );
}
