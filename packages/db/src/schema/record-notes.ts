import type { NotedKind } from '@placard/domain/record-note';
import type { GeneratedAlways } from 'kysely';

/** What operators write down about a record, for each other. */
export type RecordNoteTable = {
  id: GeneratedAlways<number>;
  kind: NotedKind;
  subject_id: number;
  text: string;
  author_id: number;
  created_at: Date;
};

export type RecordTagTable = { kind: NotedKind; subject_id: number; tag: string };
