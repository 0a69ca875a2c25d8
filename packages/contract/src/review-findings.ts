import { z } from 'zod';
import { id } from './scalars.ts';

const count = z.number().int();
/** Something that was rejected or taken down. */
const rejected = z.object({ id, name: z.string() });
/** As many as a person reads, a comma between them, and how many there are. */
const hosts = z.object({ hosts: z.string(), count });

/** What a machine found in a creative. */
export const finding = z.discriminatedUnion('code', [
  z.object({ code: z.literal('duplicate_image'), detail: rejected.extend({ bits: count }) }),
  z.object({ code: z.literal('duplicate_code'), detail: rejected }),
  /** `because`: a status of HTTP, or why there was no answer (`ClickFault`). */
  z.object({ code: z.literal('click_dead'), detail: z.object({ url: z.string(), because: z.string() }) }),
  z.object({ code: z.literal('click_elsewhere'), detail: z.object({ from: z.string(), to: z.string() }) }),
  z.object({
    code: z.literal('click_new_domain'),
    detail: z.object({ domain: z.string(), earlier: z.string() }),
  }),
  z.object({ code: z.literal('code_hosts'), detail: hosts }),
  z.object({ code: z.literal('code_insecure'), detail: hosts }),
  z.object({ code: z.literal('image_small'), detail: z.object({ image: z.string(), slot: z.string() }) }),
]);
export type Finding = z.infer<typeof finding>;
