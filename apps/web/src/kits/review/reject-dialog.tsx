import { NativeSelect } from '@mantine/core';
import { REJECTION_CODES, rejectInput } from '@placard/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ReasonDialog } from '../form/reason-dialog.tsx';
import type { AppForm } from '../form/use-app-form.ts';
import { rejectionTexts } from '../rejection/texts.ts';
import type { Judged } from './judged.ts';
import { verdictTexts } from './texts.ts';

type Code = (typeof REJECTION_CODES)[number];
type Values = { code: Code; text: string };
type Templates = Readonly<Record<Code, string>>;

/**
 * Rejects what was seen, with a reason that its owner is shown. It opens at once; the network's own words for the reason
 * come as soon as they are known, and never over what somebody typed.
 */
export default function RejectDialog({ items, onClose }: { items: readonly Judged[]; onClose: () => void }) {
  const settings = useQuery(apiQuery(api.operator.settings, undefined));
  const templates = settings.data?.rejectionTemplates ?? null;
  const t = useTexts(verdictTexts);
  const rejected = useRef(new Set<string>());
  const [first] = items;
  if (first === undefined) return null;
  const name = items.length === 1 ? first.name : t('several', { count: items.length });
  const initialValues: Values = { code: 'misleading', text: templates?.misleading ?? '' };
  return (
    <ReasonDialog
      title={t('rejectTitle', { name })}
      text={t('rejectHint')}
      fields={(form) => <Reason form={form} templates={templates} />}
      reason={{ field: 'text', label: t('text'), hint: t('textHint') }}
      initialValues={initialValues}
      schema={rejectInput}
      toInput={({ code, text }) => ({ kind: first.kind, id: first.id, version: first.version, code, text })}
      run={async ({ code, text }) => {
        // What is done is done, and what was changed meanwhile keeps none of the others: trying again does the rest.
        const refusals: unknown[] = [];
        for (const { kind, id, version } of items) {
          const key = `${kind} ${id}`;
          if (rejected.current.has(key)) continue;
          try {
            await api.operator.reject({ kind, id, version, code, text });
            rejected.current.add(key);
          } catch (error) {
            refusals.push(error);
          }
        }
        if (refusals.length > 0) throw refusals[0];
      }}
      label={t('reject')}
      busyLabel={t('rejecting')}
      done={t('rejected', { name })}
      failed={t('rejectFailed')}
      refresh={first.refresh}
      onClose={onClose}
    />
  );
}

/** Why, and with it the words that the network keeps for that: in the field below as long as nothing else was typed. */
function Reason({ form, templates }: { form: AppForm<Values>; templates: Templates | null }) {
  const t = useTexts(verdictTexts);
  const words = useTexts(rejectionTexts);
  const known = templates !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the words have come
  useEffect(() => {
    const { code, text } = form.values;
    if (text === '' && templates !== null) form.setFieldValue('text', templates[code]);
  }, [known]);
  return (
    <NativeSelect
      label={t('reason')}
      required
      data={REJECTION_CODES.map((value) => ({ value, label: words(`code.${value}`) }))}
      {...form.getInputProps('code')}
      onChange={(event) => {
        const code = REJECTION_CODES.find((value) => value === event.currentTarget.value) ?? 'other';
        const { text } = form.values;
        // What somebody typed stays.
        if (text === '' || text === templates?.[form.values.code]) {
          form.setFieldValue('text', templates?.[code] ?? '');
        }
        form.setFieldValue('code', code);
      }}
    />
  );
}
