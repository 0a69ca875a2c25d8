import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SavedView, scheduleInput } from '@placard/contract/views';
import { CADENCES, type Cadence } from '@placard/domain/report-view/due';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { formatDateTime, formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { ofView } from './of-view.ts';
import { weekdayName } from './rhythm-text.ts';
import { viewTexts } from './texts.ts';
import { useSeenVersion } from './use-seen-version.ts';

type Props = { readonly view: SavedView; readonly onClose: () => void };

/** When a view is mailed. */
export default function ScheduleDialog({ view, onClose }: Props) {
  const t = useTexts(viewTexts);
  return (
    <Dialog title={t('schedule.title', { name: view.name })} onClose={onClose}>
      <ScheduleForm view={view} onClose={onClose} />
    </Dialog>
  );
}

type Values = { every: Cadence; weekday: string; time: string };
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const NEW: Values = { every: 'week', weekday: '1', time: '07:00' };

function ScheduleForm({ view, onClose }: Props) {
  const t = useTexts(viewTexts);
  const { email } = useUser();
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const [stopping, act] = useAction();
  const { schedule } = view;
  const { version, leaves } = useSeenVersion(view.version, t('schedule.saveFailed'), onClose);
  const toInput = ({ every, weekday, time }: Values) => ({
    id: view.id,
    version,
    every,
    weekday: every === 'week' ? Number(weekday) : null,
    time,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues:
      schedule === null
        ? NEW
        : { every: schedule.every, weekday: String(schedule.weekday ?? 1), time: schedule.time },
    schema: scheduleInput,
    toInput,
    failed: t('schedule.saveFailed'),
    leaves,
    onSubmit: async (values) => {
      await ofView(view, api.views.schedule(toInput(values)));
      toast.success(t('schedule.saved'));
      await client.invalidateQueries({ queryKey: ['views'] });
      onClose();
    },
  });
  const stop = async () => {
    const stopped = await act({
      run: () => ofView(view, api.views.unschedule({ id: view.id }), onClose),
      success: t('schedule.stopped'),
      failure: t('schedule.stopFailed'),
      refresh: [['views']],
    });
    if (stopped) onClose();
  };
  const { every } = form.values;
  return (
    <AppForm {...formProps}>
      <p className="muted text-13">{t('schedule.text', { email })}</p>
      <NativeSelect
        label={t('schedule.every')}
        description={every === 'month' ? t('schedule.monthHint') : undefined}
        data={CADENCES.map((value) => ({ value, label: t(`schedule.${value}`) }))}
        data-autofocus
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <NativeSelect
          label={t('schedule.weekday')}
          data={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day) }))}
          {...form.getInputProps('weekday')}
        />
      )}
      <TextInput
        type="time"
        required
        label={t('schedule.time')}
        description={t('schedule.timeHint', { zone: formatZone(timeZone, serverNow()) })}
        {...form.getInputProps('time')}
      />
      {schedule !== null && (
        <p className="muted text-13">
          {t('schedule.next', { at: formatDateTime(schedule.nextDueAt, timeZone) })}
        </p>
      )}
      <DialogActions
        form={form}
        busyLabel={t('saving')}
        beside={
          schedule !== null && (
            <Button variant="default" aria-disabled={stopping} onClick={() => void stop()}>
              {t('schedule.stop')}
            </Button>
          )
        }
        onClose={onClose}
      >
        {t('schedule.save')}
      </DialogActions>
    </AppForm>
  );
}
