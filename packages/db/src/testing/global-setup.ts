import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestClusterAccess } from './cluster.ts';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestClusterAccess;
  }
}

/** One PostgreSQL for all database tests of a run; ends with it, even when the run is killed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What takes long fills databases with more than memory has room for.
  const endMemory = project.name === 'db' ? keepTemporaryFilesInMemory() : () => {};
  const cluster = await startTestCluster();
  project.provide('testCluster', cluster.access);
  return async () => {
    await cluster.stop();
    endMemory();
  };
}
