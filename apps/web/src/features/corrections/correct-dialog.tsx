import {
  type CorrectableAccount,
  type CorrectableDocument,
  newCorrection,
} from '@placard/contract/corrections';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, requiredAmount } from '../../kits/form/amount.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { AccountSearch } from './account-search.tsx';
import { DocumentSearch } from './document-search.tsx';
import { correctionTexts } from './texts.ts';

type Balance = 'wallet' | 'earnings';
type Values = {
  account: CorrectableAccount | null;
  balance: Balance;
  way: 'credit' | 'debit';
  amount: Amount;
  document: CorrectableDocument | null;
  reason: string;
};

const BALANCE_OF = { advertiser: 'wallet', publisher: 'earnings' } as const;

function balancesOf(account: CorrectableAccount | null): Balance[] {
  return account === null ? ['wallet', 'earnings'] : account.roles.map((role) => BALANCE_OF[role]);
}

/** Credits or debits one account. */
export default function CorrectDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(correctionTexts);
  const initialValues: Values = {
    ...{ account: null, balance: 'wallet', way: 'credit', amount: '', document: null, reason: '' },
  };
  return (
    <ReasonDialog<Values, ReturnType<typeof inputOf>>
      title={t('correct.title')}
      text={t('correct.text')}
      fields={(form) => <Fields form={form} />}
      reason={{ field: 'reason', label: t('correct.reason'), hint: t('correct.reasonHint') }}
      initialValues={initialValues}
      schema={newCorrection}
      rules={({ account, amount }): Record<string, string> => ({
        ...(account === null ? { account: 'required' } : {}),
        ...(amount === '' ? { amount: 'required' } : {}),
      })}
      toInput={inputOf}
      run={(input, call) => api.corrections.create(input, call)}
      label={t('correct.do')}
      busyLabel={t('correct.doing')}
      done={t('correct.done')}
      failed={t('correct.failed')}
      refresh={['corrections']}
      onClose={onClose}
    />
  );
}

function inputOf({ account, balance, way, amount, document, reason }: Values) {
  const micros = requiredAmount(amount);
  return {
    accountId: account?.id ?? Number.NaN,
    balance,
    amount: way === 'credit' ? micros : -micros,
    reason,
    ...(document === null || balance !== 'wallet' ? {} : { correctsNumber: document.number }),
  };
}

function Fields({ form }: { form: AppForm<Values> }) {
  const t = useTexts(correctionTexts);
  const { account, balance, way } = form.values;
  const choose = (chosen: CorrectableAccount | null) => {
    const balances = balancesOf(chosen);
    form.setValues({
      account: chosen,
      document: null,
      balance: balances.includes(balance) ? balance : (balances[0] ?? 'wallet'),
    });
  };
  return (
    <>
      <AccountSearch value={account} error={form.errors.account} onChange={choose} />
      <CardsField<Balance>
        dense
        label={t('correct.balance')}
        options={balancesOf(account).map((value) => ({
          value,
          label: t(`correct.${value}`),
          hint: t(`correct.${value}Hint`),
        }))}
        value={balance}
        onChange={(value) => form.setFieldValue('balance', value)}
      />
      <CardsField<Values['way']>
        dense
        label={t('correct.way')}
        options={(['credit', 'debit'] as const).map((value) => ({
          value,
          label: t(`correct.${value}`),
          hint: t(`correct.${value}Hint`),
        }))}
        value={way}
        onChange={(value) => form.setFieldValue('way', value)}
      />
      <MoneyInput
        cents
        required
        label={t('correct.amount')}
        {...(account === null ? {} : { currency: account.currency })}
        {...form.getInputProps('amount')}
      />
      {account !== null && balance === 'wallet' && (
        <DocumentSearch
          account={account}
          value={form.values.document}
          error={form.errors.correctsNumber ?? form.errors.document}
          onChange={(document) => form.setFieldValue('document', document)}
        />
      )}
    </>
  );
}
