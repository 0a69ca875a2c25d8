import { Button } from '@mantine/core';
import type { TrafficDryRun, TrafficRuleRow } from '@placard/contract/traffic-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Power, ShieldX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { DryRunPanel } from './dry-run.tsx';
import { trafficTexts } from './texts.ts';

const RuleDialog = quietPart(() => import('./rule-dialog.tsx'));

type Asked = { readonly rule: TrafficRuleRow | null };

/** Rules that filter traffic, and what all of them would have filtered yesterday. */
export default function TrafficRulesScreen() {
  const t = useTexts(trafficTexts);
  const query = useQuery(apiQuery(api.trafficRules.list, undefined));
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAsked({ rule: null })}>
            {t('create')}
          </Button>
        }
      />
      <Loaded query={query} failed={t('loadFailed')}>
        {({ items }: { items: TrafficRuleRow[] }) =>
          items.length === 0 ? (
            <EmptyState framed icon={ShieldX} title={t('none')} text={t('noneText')} />
          ) : (
            <div className="stack gap-20">
              <Panel flush title={t('rulesTitle')}>
                <ul className="plain-list list-rows">
                  {items.map((rule) => (
                    <RuleLine key={rule.id} rule={rule} onEdit={() => setAsked({ rule })} />
                  ))}
                </ul>
              </Panel>
              <AllTried />
            </div>
          )
        }
      </Loaded>
      {asked !== null && <RuleDialog rule={asked.rule} onClose={() => setAsked(null)} />}
    </>
  );
}

function AllTried() {
  const t = useTexts(trafficTexts);
  const query = useQuery(apiQuery(api.trafficRules.dryRun, {}));
  return (
    <Loaded query={query} failed={t('run.failed')}>
      {(run: TrafficDryRun) => <DryRunPanel run={run} />}
    </Loaded>
  );
}

function RuleLine({ rule, onEdit }: { rule: TrafficRuleRow; onEdit: () => void }) {
  const t = useTexts(trafficTexts);
  const ask = useConfirmedAction();
  const queryClient = useQueryClient();
  const { id, field, value, label, enabled, version } = rule;
  const refresh = [['trafficRules']];
  const remove = () =>
    ask(
      {
        title: t('removeTitle', { label }),
        message: t('removeText'),
        confirmLabel: t('remove'),
        danger: true,
      },
      {
        run: () => api.trafficRules.remove({ id }),
        success: t('removed'),
        failure: t('removeFailed'),
        refresh,
      },
    );
  const turn = async () => {
    try {
      await api.trafficRules.update({ id, field, value, label, enabled: !enabled, version });
      toast.success(t('switched', { on: enabled ? 'no' : 'yes' }));
    } catch (error) {
      toast.failure(refusalOf(error, t('saveFailed')));
    }
    await queryClient.invalidateQueries({ queryKey: ['trafficRules'] });
  };
  return (
    <li>
      <span className="stack gap-4 shrinks breaks">
        <strong className="semibold">{label}</strong>
        <small className="faint">
          {t(`field.${field}`)}: <code>{value}</code>
        </small>
      </span>
      <span className="row gap-8 to-end">
        <StatusChip status={enabled ? 'active' : 'inactive'} />
        <ActionMenu
          name={label}
          actions={[
            { key: 'edit', label: t('edit'), icon: Pencil, onSelect: onEdit },
            {
              key: 'turn',
              label: t(enabled ? 'switchOff' : 'switchOn'),
              icon: Power,
              onSelect: () => void turn(),
            },
            { key: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: () => void remove() },
          ]}
        />
      </span>
    </li>
  );
}
