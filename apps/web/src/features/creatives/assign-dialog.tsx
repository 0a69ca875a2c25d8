import { Button } from '@mantine/core';
import type { CreativeRow } from '@placard/contract/creatives';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ButtonRow, Notice } from '../../ui/form/field-layout.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { type AdSetChoice, otherCreatives } from './ad-set-choices.ts';
import classes from './creatives.module.css';
import { creativesTexts } from './texts.ts';
import { useAdSetChoices } from './use-ad-set-choices.ts';
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
  const t = useTexts(creativesTexts);
  const title =
    mode === 'assign' ? t('assign.title', { name: row.name }) : t('assign.removeTitle', { name: row.name });
  return (
    <Dialog title={title} onClose={onClose}>
      {mode === 'assign' ? <Assign row={row} onClose={onClose} /> : <Remove row={row} onClose={onClose} />}
    </Dialog>
  );
}

function Assign({ row, onClose }: { row: CreativeRow; onClose: () => void }) {
  const t = useTexts(creativesTexts);
  const query = useAdSetChoices();
  const assigned = row.adSets.map((adSet) => adSet.id);
  return (
    <Loaded query={query} failed={t('failed.adSets')}>
      {({ items }) => (
        <OneAdSet
          row={row}
          mode="assign"
          onClose={onClose}
          choices={items.filter(({ id }) => !assigned.includes(id))}
          empty={items.length === 0 ? t('assign.noneYet') : t('assign.all')}
        />
      )}
    </Loaded>
  );
}

function Remove({ row, onClose }: { row: CreativeRow; onClose: () => void }) {
  const t = useTexts(creativesTexts);
  const choices = row.adSets.map(
    ({ id, name, campaignId, campaignName }): AdSetChoice => ({
      id,
      name,
      campaignId,
      campaignName,
      campaignStatus: 'active',
      creatives: [],
    }),
  );
  return (
    <OneAdSet
      row={row}
      mode="remove"
      onClose={onClose}
      choices={choices}
      empty={t('details.noAssignments')}
    />
  );
}

function OneAdSet({
  row,
  mode,
  choices,
  empty,
  onClose,
}: {
  row: CreativeRow;
  mode: 'assign' | 'remove';
  choices: readonly AdSetChoice[];
  empty: string;
  onClose: () => void;
}) {
  const t = useTexts(creativesTexts);
  const ui = useTexts(uiTexts);
  const changed = useCreativesChanged();
  const [busy, run] = useBusy();
  const [chosenId, setChosenId] = useState(choices.length === 1 ? (choices[0]?.id ?? null) : null);
  const chosen = choices.find(({ id }) => id === chosenId);
  const conflict = mode === 'assign' && chosen !== undefined && otherCreatives(chosen, row.id).length > 0;
  const submit = async () => {
    if (chosenId === null) return;
    try {
      if (mode === 'assign') await api.creatives.assign({ id: row.id, adSetId: chosenId });
      else await api.creatives.removeFromAdSet({ id: row.id, adSetId: chosenId });
      toast.success(t(`done.${mode}`));
      onClose();
    } catch (error) {
      toast.failure(failureText(t(`failed.${mode}`), error));
    } finally {
      await changed();
    }
  };
  if (choices.length === 0) return <p className="faint text-13">{empty}</p>;
  return (
    <div className="grid gap-16">
      {mode === 'remove' && <p className="faint text-13">{t('assign.removeText')}</p>}
      <div
        className={`framed grid gap-16 scrolls ${classes.choices}`}
        role="radiogroup"
        aria-label={t('field.adSets')}
      >
        {choices.map((choice) => (
          <label key={choice.id} className="flex gap-10 top-flex clickable">
            <input
              type="radio"
              name="ad-set"
              checked={choice.id === chosenId}
              onChange={() => setChosenId(choice.id)}
            />
            <span>
              {choice.name}
              <small className="block">{choice.campaignName}</small>
            </span>
          </label>
        ))}
      </div>
      {conflict && (
        <Notice tone="warn" live>
          <p>{t('assign.warning', { count: 1 })}</p>
        </Notice>
      )}
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <BusyButton
          busy={busy}
          busyLabel={mode === 'assign' ? t('assign.assigning') : t('assign.removing')}
          disabled={chosenId === null}
          {...(mode === 'remove' ? { color: 'red' } : {})}
          onClick={() => void run(submit)}
        >
          {mode === 'assign' ? t('assign.confirm') : t('assign.remove')}
        </BusyButton>
      </ButtonRow>
    </div>
  );
}
