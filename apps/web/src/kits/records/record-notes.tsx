import type { NotedKind } from '@placard/domain/record-note';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Unsettled } from '../../ui/states.tsx';

const NotesPanel = lazyPart(() => import('./notes-panel.tsx'));

/** Notes and tags of a record, for its page: they come after what the page is about. */
export function RecordNotes({ kind, id }: { kind: NotedKind; id: number }) {
  return (
    <Suspense fallback={<Unsettled />}>
      <NotesPanel kind={kind} subjectId={id} />
    </Suspense>
  );
}
