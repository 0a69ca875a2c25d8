import { Button } from '@mantine/core';
import type { AppealState, OwnAppeal } from '@placard/contract/appeals';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import type { SendAppeal } from './appeal-dialog.tsx';
import { appealTexts } from './texts.ts';

const AppealDialog = quietPart(() => import('./appeal-dialog.tsx'));

/** Where a record stands under a decision of the network: the way to object to it, or what came of that. */
export function AppealPanel({
  name,
  reason,
  appeal,
  send,
  refresh,
}: {
  name: string;
  /** What the network gave for its decision, where the page does not say it elsewhere. */
  reason: string | null;
  appeal: AppealState;
  send: SendAppeal;
  refresh: QueryKey;
}) {
  const t = useTexts(appealTexts);
  const [writing, setWriting] = useState(false);
  const { mayAppeal, last } = appeal;
  // A dialog that is open stays until it closes itself: what it says it has done is then known below.
  if (!mayAppeal && last === null && !writing) return null;
  return (
    <Notice tone={last?.status === 'upheld' ? 'bad' : 'info'}>
      <section className="stack gap-8 breaks" aria-label={t('title')}>
        {reason !== null && reason !== '' && <Words label={t('reason')} text={reason} />}
        {last === null ? <p>{t('offer')}</p> : <LastAppeal last={last} />}
        {mayAppeal && (
          <div>
            <Button size="compact-md" variant="default" onClick={() => setWriting(true)}>
              {t('appeal')}
            </Button>
          </div>
        )}
      </section>
      {writing && (
        <AppealDialog
          name={name}
          before={last?.text ?? ''}
          send={send}
          refresh={refresh}
          onClose={() => setWriting(false)}
        />
      )}
    </Notice>
  );
}

function LastAppeal({ last }: { last: OwnAppeal }) {
  const t = useTexts(appealTexts);
  const timeZone = useTimeZone();
  const at = formatDateTime(last.appealedAt, timeZone);
  if (last.status === 'withdrawn') return <p>{t('withdrawn', { at })}</p>;
  const answered = formatDateTime(last.answeredAt ?? last.appealedAt, timeZone);
  return (
    <>
      <p>{last.status === 'upheld' ? t('upheld', { at, answered }) : t('open', { at })}</p>
      {last.reply !== null && <Words label={t('answer')} text={last.reply} />}
      <Words label={t('yours')} text={last.text} />
    </>
  );
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <figure className="no-margin">
      <figcaption className="text-12 semibold">{label}</figcaption>
      <blockquote className="quote">{text}</blockquote>
    </figure>
  );
}
