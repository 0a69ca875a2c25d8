import { Button } from '@mantine/core';
import type { PaidDocument, SelfBillingAgreement } from '@placard/contract/self-billing';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { may } from '../../lib/session/session-user.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { FailedState, Loaded, LoadingState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { selfBillingTexts } from './texts.ts';

const DOCUMENTS = 10;

/** Whether the network writes the publisher's invoices, and those it wrote. */
export function SelfBilling() {
  const t = useTexts(selfBillingTexts);
  const query = useQuery(apiQuery(api.selfBilling.agreement, undefined));
  return (
    <div className="above-24">
      <Panel
        title={t('title')}
        description={t('text')}
        flush
        actions={query.data === undefined ? undefined : <Agree agreement={query.data} />}
      >
        <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={2} />}>
          {(agreement) => (
            <>
              <AgreementLine agreement={agreement} />
              <Documents isAgreed={agreement.agreedAt !== null} />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

function AgreementLine({ agreement }: { agreement: SelfBillingAgreement }) {
  const t = useTexts(selfBillingTexts);
  const timeZone = useTimeZone();
  const { agreedAt, agreedBy, isNamed } = agreement;
  return (
    <ul className="plain-list list-rows">
      <li>
        <span className="breaks">
          {agreedAt === null
            ? t('off')
            : t('on', { day: formatDate(agreedAt, timeZone), name: agreedBy ?? '' })}
          {!isNamed && ` ${t('needsDetails')}`}
        </span>
        {!isNamed && <Link to="/account">{t('toDetails')}</Link>}
      </li>
    </ul>
  );
}

function Agree({ agreement }: { agreement: SelfBillingAgreement }) {
  const t = useTexts(selfBillingTexts);
  const ask = useConfirmedAction();
  const agrees = agreement.agreedAt === null;
  if (!may(useUser(), 'money')) return null;
  const change = () =>
    ask(
      agrees
        ? { title: t('agreeTitle'), message: t('agreeText'), confirmLabel: t('agree') }
        : { title: t('takeBackTitle'), message: t('takeBackText'), confirmLabel: t('takeBack') },
      {
        run: () => api.selfBilling.agree({ agrees }),
        success: t(agrees ? 'agreed' : 'takenBack'),
        failure: t('failed'),
        refresh: [['selfBilling']],
      },
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={agrees && !agreement.isNamed}
      onClick={() => void change()}
    >
      {t(agrees ? 'agree' : 'takeBack')}
    </Button>
  );
}

function Documents({ isAgreed }: { isAgreed: boolean }) {
  const t = useTexts(selfBillingTexts);
  const query = useInfiniteQuery(apiPages(api.selfBilling.documents, { limit: DOCUMENTS }));
  if (query.data === undefined && query.isError)
    return <FailedState title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (rows.length === 0) {
    return isAgreed && query.isSuccess ? (
      <ul className="plain-list list-rows line-above">
        <li className="muted text-13">{t('none')}</li>
      </ul>
    ) : null;
  }
  return (
    <>
      <ul className="plain-list list-rows line-above">
        {rows.map((document) => (
          <DocumentRow key={document.number} document={document} />
        ))}
      </ul>
      <ReadOn query={query} count={rows.length} label={t('more')} failed={t('loadFailed')} />
    </>
  );
}

function DocumentRow({ document }: { document: PaidDocument }) {
  const t = useTexts(selfBillingTexts);
  const timeZone = useTimeZone();
  const [busy, run] = useBusy();
  const { number, label, paymentId, withheld, currency, fromDay, lastDay } = document;
  const day = formatDate(document.issuedAt, timeZone);
  const about =
    fromDay === null || lastDay === null
      ? t('about', { paymentId, day })
      : t('aboutPeriod', {
          ...{ paymentId, day },
          from: formatDate(fromDay, timeZone),
          last: formatDate(lastDay, timeZone),
        });
  const { cancels, cancelledBy } = document;
  const other =
    cancels !== null
      ? t('cancels', { label: cancels })
      : cancelledBy !== null
        ? t('cancelledBy', { label: cancelledBy })
        : null;
  const download = async () => {
    try {
      downloadFile(await api.selfBilling.documentPdf({ number }));
    } catch (error) {
      toast.failure(failureText(t('downloadFailed'), error));
    }
  };
  return (
    <li>
      <div className={`row shrinks gap-12`}>
        <FileText className="faint" size={20} aria-hidden />
        <div className="breaks shrinks">
          <div className="row wrap semibold gap-8">{label}</div>
          <div className="figure faint text-13">{about}</div>
          {other !== null && <div className="faint text-13">{other}</div>}
        </div>
      </div>
      <div className="row wrap gap-12 justify-end">
        <span className="end">
          <Money value={document.amount} currency={currency} />
          {withheld !== 0 && (
            <small className="block faint text-12">
              {t('withheld', { withheld: formatMoney(withheld, currency) })}
            </small>
          )}
        </span>
        <BusyButton
          variant="default"
          size="compact-sm"
          leftSection={<Download size={14} aria-hidden />}
          aria-label={t('downloadOf', { label })}
          busy={busy}
          busyLabel={t('downloading')}
          onClick={() => void run(download)}
        >
          {t('download')}
        </BusyButton>
      </div>
    </li>
  );
}
