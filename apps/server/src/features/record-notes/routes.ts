import { answer, answerOnce } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { addNote, listTags, readNotes, removeNote, setTags } from './notes.ts';

export function recordNotesRoutes(deps: AppDeps) {
  const { recordNotes } = operations;
  return {
    read: recordNotes.read.handler(answer(deps, readNotes)),
    add: recordNotes.add.handler(answerOnce(deps, addNote)),
    remove: recordNotes.remove.handler(answer(deps, removeNote)),
    setTags: recordNotes.setTags.handler(answer(deps, setTags)),
    tags: recordNotes.tags.handler(answer(deps, listTags)),
  };
}
