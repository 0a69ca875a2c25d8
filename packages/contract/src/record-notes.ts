import { isTag, NOTE_MAX, NOTED_KINDS, NOTES_MAX, TAGS_MAX, TAGS_OFFERED } from '@placard/domain/record-note';
import { z } from 'zod';
import { operatorCreation, operatorOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { absent, data, done, id, instant, issue } from './scalars.ts';

const kind = z.enum(NOTED_KINDS);
const subject = { kind, subjectId: id };

/** As it is stored: small letters, no spaces around it. */
const tag = z
  .string()
  .trim()
  .max(100, issue('tag_invalid'))
  .transform((text) => text.toLowerCase().normalize('NFC'))
  .refine(isTag, issue('tag_invalid'));

export const recordTag = tag;
const storedTag = z.string();
/** Counts changes of a record's tags; 0 before the first. */
const tagsVersion = z.number().int().min(0);

export const newNote = z.object({
  ...subject,
  text: z.string(absent('note_required')).trim().min(1, issue('note_required')).max(NOTE_MAX),
});

const note = z.object({
  id,
  text: z.string(),
  /** Who wrote it, by name. */
  author: z.string(),
  createdAt: instant,
});
export type RecordNote = z.infer<typeof note>;

const tags = ['Operator'];

/** Notes and tags of operators on records, for each other. */
export const recordNotesContract = {
  read: operatorOperation
    .route(get('/operator/notes', tags, 'What operators noted about a record, newest first, and its tags'))
    .input(z.object(subject))
    .output(
      data(
        z.object({
          items: z.array(note).max(NOTES_MAX),
          tags: z.array(storedTag).max(TAGS_MAX),
          version: tagsVersion,
        }),
      ),
    ),
  add: operatorCreation
    .route(post('/operator/notes', tags, 'Note something about a record; its account does not see it'))
    .input(newNote)
    .output(data(note)),
  remove: operatorOperation
    .route(remove('/operator/notes/{id}', tags, 'Remove a note'))
    .input(z.object({ id }))
    .output(done),
  setTags: operatorOperation
    .route(put('/operator/tags', tags, 'Give a record these tags, in place of those it has'))
    .input(
      z.object({
        ...subject,
        version: tagsVersion,
        tags: z.array(tag).max(TAGS_MAX, issue('tags_too_many')),
      }),
    )
    .output(data(z.object({ tags: z.array(storedTag), version: tagsVersion }))),
  tags: operatorOperation
    .route(get('/operator/tags', tags, 'Tags of a kind of records, the most used first'))
    .input(z.object({ kind }))
    .output(
      data(
        z.object({
          items: z.array(z.object({ tag: storedTag, count: z.number().int() })).max(TAGS_OFFERED),
        }),
      ),
    ),
};
