import { join } from 'node:path';
import { actorOf, onceDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { folderImageStore } from '../images/folder-image-store.ts';
import { uploadImage } from '../images/upload-image.ts';
import { actOnCreative, duplicateCreative } from './act-on-creative.ts';
import { assignCreative, removeFromAdSet } from './assign-creative.ts';
import { createCreative } from './create-creative.ts';
import { getCreative } from './creative-record.ts';
import { listCreatives } from './list-creatives.ts';
import { updateAssignment, updateBasicInfo, updateContent } from './update-creative.ts';

export function creativesRoutes(deps: AppDeps) {
  const { creatives } = operations;
  const images = folderImageStore(join(deps.dataDir, 'images'));
  return {
    list: creatives.list.handler(async ({ context, input }) => ({
      data: await listCreatives(deps, actorOf(context), input),
    })),
    get: creatives.get.handler(async ({ context, input }) => ({
      data: await getCreative(deps, actorOf(context), input),
    })),
    create: creatives.create.handler(async ({ context, input }) => ({
      data: await createCreative(onceDeps(deps, context), actorOf(context), input),
    })),
    updateBasicInfo: creatives.updateBasicInfo.handler(async ({ context, input }) => ({
      data: await updateBasicInfo(deps, actorOf(context), input),
    })),
    updateContent: creatives.updateContent.handler(async ({ context, input }) => ({
      data: await updateContent(deps, actorOf(context), input),
    })),
    updateAssignment: creatives.updateAssignment.handler(async ({ context, input }) => ({
      data: await updateAssignment(deps, actorOf(context), input),
    })),
    act: creatives.act.handler(async ({ context, input }) => ({
      data: await actOnCreative(deps, actorOf(context), input),
    })),
    duplicate: creatives.duplicate.handler(async ({ context, input }) => ({
      data: await duplicateCreative(onceDeps(deps, context), actorOf(context), input),
    })),
    assign: creatives.assign.handler(async ({ context, input }) => ({
      data: await assignCreative(deps, actorOf(context), input),
    })),
    removeFromAdSet: creatives.removeFromAdSet.handler(async ({ context, input }) => ({
      data: await removeFromAdSet(deps, actorOf(context), input),
    })),
    uploadImage: creatives.uploadImage.handler(async ({ context, input }) => ({
      data: await uploadImage({ ...deps, images }, actorOf(context), input),
    })),
  };
}
