import { approveReview, rejectReview } from '../features/reviews/decide-review.ts';
import { actOnWebsite, createWebsite } from '../features/websites/edit-website.ts';
import { actOnWidget, createWidget } from '../features/widgets/edit-widget.ts';
import type { DemoWorld } from './demo-world.ts';
import { WEBSITES, type WebsitePlan, type WidgetPlan } from './publishing-plan.ts';
import type { Step } from './step.ts';

/** Registers all websites with their widgets before the history begins, and lets each end as planned. */
export function publishingSteps(world: DemoWorld): Step[] {
  return WEBSITES.flatMap((plan) => websiteSteps(world, plan));
}

function websiteSteps(world: DemoWorld, plan: WebsitePlan): Step[] {
  const actor = world.actors[plan.owner];
  let websiteId = 0;
  const created = plan.end === 'pending' ? -1 : -60;
  const steps: Step[] = [
    {
      day: created,
      hour: 6,
      run: async () => {
        const { domain, categories, traffic } = plan;
        const website = await createWebsite(world, actor, {
          domain,
          categories: [...categories],
          traffic: { range: traffic },
        });
        websiteId = website.id;
      },
    },
  ];
  if (plan.end === 'pending') return steps;
  if (plan.end === 'rejected') {
    const reason = {
      code: 'ownership_unproven' as const,
      text: 'The forum belongs to its members. Please show that you may sell its advertising.',
    };
    const run = async () =>
      await rejectReview(world, world.actors.operator, {
        kind: 'website',
        id: websiteId,
        version: 1,
        ...reason,
      });
    return [...steps, { day: -58, hour: 9, run }];
  }
  steps.push({
    day: -60,
    hour: 7,
    run: async () => {
      await approveReview(world, world.actors.operator, { kind: 'website', id: websiteId, version: 1 });
      for (const widget of plan.widgets) await addWidget(world, plan, websiteId, widget);
    },
  });
  const last = plan.end === 'deleted' ? 'delete' : plan.end === 'suspended' ? 'suspend' : null;
  if (last !== null) {
    const run = async () => void (await actOnWebsite(world, actor, { id: websiteId, action: last }));
    steps.push({ day: -24, hour: 15, run });
  }
  return steps;
}

async function addWidget(
  world: DemoWorld,
  plan: WebsitePlan,
  websiteId: number,
  widget: WidgetPlan,
): Promise<void> {
  const actor = world.actors[plan.owner];
  const { id } = await createWidget(world, actor, {
    websiteId,
    type: widget.type,
    name: widget.name,
    headingTitle: widget.headingTitle,
    sizes: widget.sizes.map((one) => ({ width: one.widthPx, height: one.heightPx })),
    floorCpm: null,
    fallbackHtml: '',
    lazy: true,
  });
  if (widget.end === undefined) return;
  await actOnWidget(world, actor, {
    websiteId,
    id,
    action: widget.end === 'suspended' ? 'suspend' : 'archive',
  });
}
