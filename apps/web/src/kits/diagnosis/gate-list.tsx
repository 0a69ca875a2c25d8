import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { useCurrency } from '../../ui/money.tsx';
import classes from './diagnosis.module.css';
import { type Gate, gateWords } from './gate-words.ts';
import { diagnosisTexts } from './texts.ts';

const ICONS: Readonly<Record<Gate['state'], LucideIcon>> = {
  passes: CircleCheck,
  limits: CircleAlert,
  stops: CircleX,
  unknown: CircleDashed,
};

const MARKS = { passes: 'good', limits: 'warn', stops: 'bad', unknown: 'faint' };
const WORDS = { passes: 'faint', limits: 'muted', stops: 'ink', unknown: 'faint' };
/** Of the gate that is to be looked at first. */
const GROUNDS = { passes: '', limits: 'warn-ground', stops: 'bad-ground', unknown: '' };

/** What mends a gate, for who may mend it. */
export type Fixes = (gate: Gate, adSet: DiagnosedAdSet) => ReactNode;

type Parts = { fixes?: Fixes | undefined; diagnosis: Diagnosis; adSet: DiagnosedAdSet };

/** The gates in their order; what to look at first is marked. */
export function GateList({ fixes, diagnosis, adSet }: Parts) {
  const t = useTexts(diagnosisTexts);
  const currency = useCurrency();
  const money = (dollars: number) => formatMoney(dollars, currency);
  return (
    <ol className="plain-list" aria-label={t('gates')}>
      {adSet.gates.map((gate) => {
        const Icon = ICONS[gate.state];
        return (
          <li
            key={gate.gate}
            className={`${classes.gate} ${gate.gate === adSet.main ? GROUNDS[gate.state] : ''}`}
          >
            <Icon size={17} className={MARKS[gate.state]} aria-label={t(`state.${gate.state}`)} role="img" />
            <strong className="semibold">{t(`gate.${gate.gate}`)}</strong>
            <p className={`text-13 figure ${WORDS[gate.state]}`}>
              {gateWords(t, gate, { adSet, diagnosis, money })}
            </p>
            {fixes !== undefined && (
              <span className={`flex wrap gap-6 ${classes.fixes}`}>{fixes(gate, adSet)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
