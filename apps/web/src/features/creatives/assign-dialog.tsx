import { Button } from '@mantine/core';
import type { AdSetChoice } from '@placard/contract/campaigns';
import type { CreativeRow } from '@placard/contract/creatives';
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault.tsx';
import { ButtonRow, Notice } from '../../ui/form/field-layout.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { otherCreatives } from './ad-set-choices.ts';
import { AdSetSearch } from './ad-set-search.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import classes from './creatives.module.css';
import { creativesTexts } from './texts.ts';
import { useFoundAdSets } from './use-ad-set-choices.ts';
import { useCreativesChanged } from './use-creative-actions.ts';

/** Assigns a creative to one ad set, or removes it from one. */
export default function AssignDialog({
  row,
  mode,
  onClose,
}: {
  row: CreativeRow;
  mode: 'assign' | 'remove';
  onClose: () => void;
}) {
  const t = useTexts(assignmentTexts);
  const title = t(mode === 'assign' ? 'title' : 'removeTitle', { name: row.name });
  return (
    <Dialog title={title} onClose={onClose}>
      {mode === 'assign' ? <Assign row={row} onClose={onClose} /> : <Remove row={row} onClose={onClose} />}
    </Dialog>
  );
}

function Assign({ row, onClose }: { row: CreativeRow; onClose: () => void }) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const query = useFoundAdSets('', row.id);
  return (
    <Loaded query={query} failed={tCreatives('failed.adSets')}>
      {({ items, total }) =>
        total === 0 ? (
          <p className="faint text-13">{t(row.adSets.length === 0 ? 'noneYet' : 'all')}</p>
        ) : (
          <AssignOne
            row={row}
            count={total}
            only={items.length === 1 ? items[0] : undefined}
            onClose={onClose}
          />
        )
      }
    </Loaded>
  );
}

function AssignOne({
  row,
  count,
  only,
  onClose,
}: {
  row: CreativeRow;
  count: number;
  /** Chosen from the start where there is no other. */
  only: AdSetChoice | undefined;
  onClose: () => void;
}) {
  const t = useTexts(assignmentTexts);
  const [chosen, setChosen] = useState(only);
  return (
    <OneAdSet
      row={row}
      mode="assign"
      chosenId={chosen?.id}
      warned={chosen !== undefined && otherCreatives(chosen, row.id).length > 0}
      onClose={onClose}
    >
      <AdSetSearch count={count} withoutCreativeId={row.id}>
        {(found) => {
          const besides = chosen !== undefined && !found.some(({ id }) => id === chosen.id) ? chosen : null;
          return (
            <Radios>
              {besides !== null && (
                <section className="gap-8 grid" aria-label={t('besides')}>
                  <h3 className="text-13 muted">{t('besides')}</h3>
                  <Choice choice={besides} checked onChoose={() => setChosen(besides)} />
                </section>
              )}
              {found.map((choice) => (
                <Choice
                  key={choice.id}
                  choice={choice}
                  checked={choice.id === chosen?.id}
                  onChoose={() => setChosen(choice)}
                />
              ))}
            </Radios>
          );
        }}
      </AdSetSearch>
    </OneAdSet>
  );
}

function Remove({ row, onClose }: { row: CreativeRow; onClose: () => void }) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const [first] = row.adSets;
  const [chosenId, setChosenId] = useState(row.adSets.length === 1 ? first?.id : undefined);
  if (first === undefined) return <p className="faint text-13">{tCreatives('details.noAssignments')}</p>;
  return (
    <OneAdSet row={row} mode="remove" chosenId={chosenId} onClose={onClose}>
      <p className="faint text-13">{t('removeText')}</p>
      <Radios>
        {row.adSets.map((choice) => (
          <Choice
            key={choice.id}
            choice={choice}
            checked={choice.id === chosenId}
            onChoose={() => setChosenId(choice.id)}
          />
        ))}
      </Radios>
    </OneAdSet>
  );
}

function Radios({ children }: { children: ReactNode }) {
  const t = useTexts(creativesTexts);
  return (
    <div
      className={`framed grid gap-16 pad-12 scrolls high-420 ${classes.choices}`}
      role="radiogroup"
      aria-label={t('field.adSets')}
    >
      {children}
    </div>
  );
}

function Choice({
  choice,
  checked,
  onChoose,
}: {
  choice: Pick<AdSetChoice, 'name' | 'campaignName'>;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flex gap-8 top-flex clickable">
      <input type="radio" name="ad-set" checked={checked} onChange={onChoose} />
      <span>
        {choice.name}
        <small className="block">{choice.campaignName}</small>
      </span>
    </label>
  );
}

function OneAdSet({
  row,
  mode,
  chosenId,
  warned = false,
  onClose,
  children,
}: {
  row: CreativeRow;
  mode: 'assign' | 'remove';
  chosenId: number | undefined;
  /** The chosen one shows a different creative already. */
  warned?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const ui = useTexts(uiTexts);
  const changed = useCreativesChanged();
  const [busy, run] = useBusy();
  const [fault, setFault] = useState<string | null>(null);
  const submit = async () => {
    if (chosenId === undefined) return;
    setFault(null);
    try {
      if (mode === 'assign') await api.creatives.assign({ id: row.id, adSetId: chosenId });
      else await api.creatives.removeFromAdSet({ id: row.id, adSetId: chosenId });
      toast.success(tCreatives(`done.${mode}`));
      onClose();
    } catch (error) {
      setFault(failureText(tCreatives(`failed.${mode}`), error));
    } finally {
      await changed();
    }
  };
  return (
    <div className="grid gap-16">
      {children}
      {warned && (
        <Notice tone="warn" live>
          <p>{t('warning', { count: 1 })}</p>
        </Notice>
      )}
      {fault !== null && <Fault>{fault}</Fault>}
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <BusyButton
          busy={busy}
          busyLabel={t(mode === 'assign' ? 'assigning' : 'removing')}
          disabled={chosenId === undefined}
          {...(mode === 'remove' ? { color: 'red' } : {})}
          onClick={() => void run(submit)}
        >
          {t(mode === 'assign' ? 'confirm' : 'remove')}
        </BusyButton>
      </ButtonRow>
    </div>
  );
}
