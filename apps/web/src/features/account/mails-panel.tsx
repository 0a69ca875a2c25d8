import { Checkbox, NativeSelect } from '@mantine/core';
import type { NoticePreference } from '@placard/contract/notices';
import { MAIL_CHOICES, type MailChoice } from '@placard/domain/notice/kinds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { noticeTexts } from '../../kits/notices/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './account.module.css';

/** What of each kind stands at the bell, and when it is mailed. Each is saved as it is chosen. */
export function MailsPanel({ email }: { email: string }) {
  const t = useTexts(noticeTexts);
  const preferences = apiQuery(api.notices.preferences, undefined);
  const query = useQuery(preferences);
  const client = useQueryClient();
  const [busy, act] = useAction();
  const choose = ({ kind, inApp, mail }: Omit<NoticePreference, 'fixedFor'>) =>
    void act({
      run: async () => {
        const saved = await api.notices.updatePreferences({ items: [{ kind, inApp, mail }] });
        // Before the next press, which says the whole of its row: what stood there before would undo this one.
        client.setQueryData(preferences.queryKey, saved);
      },
      success: t('mail.saved'),
      failure: t('mail.saveFailed'),
      refresh: [api.notices.preferences.key],
    });
  return (
    <div id="mails">
      <Panel title={t('mail.title')} description={t('mail.description', { email })} flush>
        <Loaded
          query={query}
          failed={t('mail.failed')}
          loading={<div style={{ height: 120 }} aria-busy data-unsettled />}
        >
          {({ items }) => (
            <table className={`plain-table ${classes.notices}`}>
              <thead>
                <tr>
                  <th scope="col">{t('mail.what')}</th>
                  <th scope="col">{t('mail.inApp')}</th>
                  <th scope="col">{t('mail.mail')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.kind}>
                    <th scope="row">{t(`mail.kind.${item.kind}`)}</th>
                    {item.fixedFor === null ? (
                      <Choices item={item} busy={busy} onChoose={choose} />
                    ) : (
                      <td colSpan={2}>
                        {t('mail.always')}
                        <small className="muted">{t(`mail.because.${item.fixedFor}`)}</small>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

type ChoicesProps = {
  readonly item: NoticePreference;
  readonly busy: boolean;
  readonly onChoose: (item: NoticePreference) => void;
};

function Choices({ item, busy, onChoose }: ChoicesProps) {
  const t = useTexts(noticeTexts);
  const { inApp, mail } = item;
  const kind = t(`mail.kind.${item.kind}`);
  return (
    <>
      <td>
        <Checkbox
          aria-label={t('mail.inAppOf', { kind })}
          checked={inApp}
          aria-disabled={busy}
          onChange={() => onChoose({ ...item, inApp: !inApp })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={t('mail.mailOf', { kind })}
          value={mail}
          aria-disabled={busy}
          data={MAIL_CHOICES.map((value) => ({ value, label: t(`mail.when.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            if (isMailChoice(value)) onChoose({ ...item, mail: value });
          }}
        />
      </td>
    </>
  );
}

function isMailChoice(value: string): value is MailChoice {
  return MAIL_CHOICES.some((choice) => choice === value);
}
