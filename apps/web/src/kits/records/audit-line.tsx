import type { AuditEntry } from '@placard/contract/audit';
import { useTexts } from '../../i18n/texts.ts';
import { auditWordTexts } from './audit-texts.ts';
import { wordsOfKey } from './plain-words.ts';
import { RecordLink } from './record-link.tsx';

function isKey<Tree extends object>(tree: Tree, key: string): key is Extract<keyof Tree, string> {
  return Object.hasOwn(tree, key);
}

/** What a line says in the reader's words; what has none is said as the log calls it. */
export function useAuditWords() {
  const t = useTexts(auditWordTexts);
  const { action, subject } = auditWordTexts.english;
  return {
    verb: (entry: Pick<AuditEntry, 'action'>) => {
      const verb = entry.action.split('.').at(-1) ?? '';
      return isKey(action, verb) ? t(`action.${verb}`) : wordsOfKey(verb);
    },
    kind: ({ subjectKind }: Pick<AuditEntry, 'subjectKind'>) =>
      isKey(subject, subjectKind) ? t(`subject.${subjectKind}`) : wordsOfKey(subjectKind),
  };
}

type Told = {
  readonly entry: AuditEntry;
  /** Without links, as where it is pressed as a whole. */
  readonly plain?: boolean;
};

/** Who did it, leading to them, and for which account where that is called otherwise. */
export function AuditActor({ entry, plain = false }: Told) {
  const t = useTexts(auditWordTexts);
  const { actor, actorUserId, account } = entry;
  return (
    <>
      {actorUserId === null || plain ? (
        actor === 'system' ? (
          t('system')
        ) : (
          actor
        )
      ) : (
        <RecordLink kind="user" id={actorUserId}>
          {actor}
        </RecordLink>
      )}
      {account !== null && account.name !== actor && (
        <small className="block faint text-12">
          {plain ? (
            t('for', { account: account.name })
          ) : (
            <RecordLink kind="account" id={account.id}>
              {t('for', { account: account.name })}
            </RecordLink>
          )}
        </small>
      )}
    </>
  );
}

/** What it is about, by name and leading to its page where it has one. */
export function AuditSubject({ entry, plain = false }: Told) {
  const { kind } = useAuditWords();
  const { subjectId, subjectName, record } = entry;
  const number = subjectId === null ? '' : ` ${subjectId}`;
  const words = subjectName === null ? `${kind(entry)}${number}` : subjectName;
  return (
    <>
      {record === null || plain ? (
        words
      ) : (
        <RecordLink kind={record.kind} id={record.id}>
          {words}
        </RecordLink>
      )}
      {subjectName !== null && <small className="block faint text-12">{`${kind(entry)}${number}`}</small>}
    </>
  );
}
