import type { DebtorAccount } from '@placard/domain/payout/rules';
import { SEPA_NAME_LENGTH, SEPA_REMITTANCE_LENGTH, sepaText } from '@placard/domain/payout/sepa-text';
import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
import { centsText } from './payout-csv.ts';

/** CustomerCreditTransferInitiation of 2019, the version of the European Payments Council's rulebooks since 2023. */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export type SepaTransfer = {
  /** The payout's number, under which it comes back on statements and returns. */
  readonly endToEndId: string;
  readonly amountMicros: bigint;
  readonly creditorName: string;
  readonly iban: string;
  /** Empty: the bank finds it by the IBAN. */
  readonly bic: string;
  readonly remittance: string;
};

export type SepaOrder = {
  readonly messageId: string;
  readonly createdAt: Date;
  /** 'YYYY-MM-DD' */
  readonly executionDay: string;
  readonly debtor: DebtorAccount;
  readonly transfers: readonly SepaTransfer[];
};

/**
 * The order as a pain.001.001.09 document: one payment information block of SEPA credit transfers in euros. Amounts
 * are whole cents; sums and counts are those of the transfers. The same order gives the same text.
 */
export function renderSepa(order: SepaOrder): string {
  const document = new DOMImplementation().createDocument(NAMESPACE, 'Document', null);
  const root = document.documentElement;
  if (root === null) throw new Error('a document without its root');
  const add = (parent: Element, name: string, text?: string): Element => {
    const element = document.createElementNS(NAMESPACE, name);
    if (text !== undefined) element.appendChild(document.createTextNode(text));
    parent.appendChild(element);
    return element;
  };
  const count = String(order.transfers.length);
  const sum = centsText(order.transfers.reduce((total, transfer) => total + transfer.amountMicros, 0n));
  const debtorName = sepaText(order.debtor.accountName, SEPA_NAME_LENGTH);
  const initiation = add(root, 'CstmrCdtTrfInitn');

  const header = add(initiation, 'GrpHdr');
  add(header, 'MsgId', order.messageId);
  add(header, 'CreDtTm', `${order.createdAt.toISOString().slice(0, 19)}Z`);
  add(header, 'NbOfTxs', count);
  add(header, 'CtrlSum', sum);
  add(add(header, 'InitgPty'), 'Nm', debtorName);

  const block = add(initiation, 'PmtInf');
  add(block, 'PmtInfId', order.messageId);
  add(block, 'PmtMtd', 'TRF');
  // One line on the bank statement for each payout, so that each is found again.
  add(block, 'BtchBookg', 'false');
  add(block, 'NbOfTxs', count);
  add(block, 'CtrlSum', sum);
  add(add(add(block, 'PmtTpInf'), 'SvcLvl'), 'Cd', 'SEPA');
  add(add(block, 'ReqdExctnDt'), 'Dt', order.executionDay);
  add(add(block, 'Dbtr'), 'Nm', debtorName);
  add(add(add(block, 'DbtrAcct'), 'Id'), 'IBAN', order.debtor.iban);
  const debtorBank = add(add(block, 'DbtrAgt'), 'FinInstnId');
  if (order.debtor.bic === '') add(add(debtorBank, 'Othr'), 'Id', 'NOTPROVIDED');
  else add(debtorBank, 'BICFI', order.debtor.bic);
  add(block, 'ChrgBr', 'SLEV');
  for (const transfer of order.transfers) addTransfer(add, block, transfer);

  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document)}\n`;
}

function addTransfer(
  add: (parent: Element, name: string, text?: string) => Element,
  block: Element,
  transfer: SepaTransfer,
): void {
  const element = add(block, 'CdtTrfTxInf');
  add(add(element, 'PmtId'), 'EndToEndId', transfer.endToEndId);
  add(add(element, 'Amt'), 'InstdAmt', centsText(transfer.amountMicros)).setAttribute('Ccy', 'EUR');
  if (transfer.bic !== '') add(add(add(element, 'CdtrAgt'), 'FinInstnId'), 'BICFI', transfer.bic);
  add(add(element, 'Cdtr'), 'Nm', sepaText(transfer.creditorName, SEPA_NAME_LENGTH));
  add(add(add(element, 'CdtrAcct'), 'Id'), 'IBAN', transfer.iban);
  add(add(element, 'RmtInf'), 'Ustrd', sepaText(transfer.remittance, SEPA_REMITTANCE_LENGTH));
}
