import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { noticeTexts } from '../../kits/notices/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './account.module.css';

/** Which notices are mailed as well. Each is saved as it is switched. */
export function MailsPanel({ email }: { email: string }) {
  const t = useTexts(noticeTexts);
  const query = useQuery(apiQuery(api.notices.preferences, undefined));
  const [busy, act] = useAction();
  return (
    <div id="mails">
      <Panel title={t('mail.title')} description={t('mail.description', { email })}>
        <Loaded query={query} failed={t('mail.failed')} loading={<div style={{ height: 120 }} aria-busy />}>
          {({ items }) => (
            <fieldset className={`plain-group grid gap-12-24 ${classes.mails}`}>
              <legend className="visually-hidden">{t('mail.title')}</legend>
              {items.map(({ kind, mail }) => (
                <Checkbox
                  key={kind}
                  label={t(`mail.kind.${kind}`)}
                  checked={mail}
                  aria-disabled={busy}
                  onChange={() =>
                    void act({
                      run: () =>
                        api.notices.updatePreferences({
                          items: [{ kind, mail: !mail }],
                        }),
                      success: t('mail.saved'),
                      failure: t('mail.saveFailed'),
                      refresh: [api.notices.preferences.key],
                    })
                  }
                />
              ))}
            </fieldset>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
