import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createStore, type Store, useStore } from '../lib/store.ts';

type File<Props> = { readonly default: ComponentType<Props> };
type Preloaded<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<void> };

/** What a part says that could not be had. It has to be there before that, and comes after what is seen first. */
export const fetchFailedPart = () => import('./failed-part.tsx');

/**
 * A part of a page, or all of it (`page`), whose file is fetched where it is first shown:
 * `lazyPart(() => import('./x-dialog.tsx'))`. Where that fails, the part says so and is fetched again, on a press and once
 * the network is back; React's own `lazy` fails for good and takes the whole page with it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<File<Props>>,
  page = false,
): Preloaded<Props> {
  let isFetched = false;
  const fetched = async (): Promise<ComponentType<Props>> => {
    try {
      const { default: found } = await load();
      isFetched = true;
      return found;
    } catch {
      return (await fetchFailedPart()).failedPart(page, preload, load);
    }
  };
  const part = createStore<ComponentType<Props>>(lazy(async () => ({ default: await fetched() })));
  // The router asks for it with each navigation, that of a search on the same page too; the bundler would look for its files each time.
  const preload = async () => {
    if (!isFetched) part.set(await fetched());
  };
  return Object.assign((props: Props) => <Newest part={part} props={props} />, { preload });
}

/** The same with nothing in its place until it is there: a dialog, or what few see. */
export function quietPart<Props extends object>(load: () => Promise<File<Props>>): Preloaded<Props> {
  const Part = lazyPart(load);
  const quiet = (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(quiet, { preload: Part.preload });
}

function Newest<Props extends object>({ part, props }: { part: Store<ComponentType<Props>>; props: Props }) {
  const Part = useStore(part);
  return <Part {...props} />;
}
