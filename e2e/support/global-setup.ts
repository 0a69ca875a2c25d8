import { keepTemporaryFilesInMemory } from '@placard/db/testing/memory-folder';

/** What the Placards of the journeys keep lies in memory, where there is room: workers take over the environment from here. */
export default function setup(): () => void {
  return keepTemporaryFilesInMemory();
}
