/**
 * What a campaign advertises: the first tier of the IAB Tech Lab Ad Product Taxonomy 2.0, by its names. Publishers block
 * by it. Stored by code; the code is ours, so that a renamed entry does not rewrite rows.
 */
export const AD_CATEGORIES = {
  adult: 'Adult Products and Services',
  alcohol: 'Alcohol',
  culture: 'Culture and Fine Arts',
  business: 'Business and Industrial',
  cannabis: 'Cannabis',
  clothing: 'Clothing and Accessories',
  collectables: 'Collectables and Antiques',
  software: 'Computer Software',
  cosmetic_services: 'Cosmetic Services',
  electronics: 'Consumer Electronics',
  packaged_goods: 'Consumer Packaged Goods',
  dating: 'Dating',
  social_issues: 'Debated Sensitive Social Issue',
  durable_goods: 'Durable Goods',
  weight_loss: 'Dieting and Weightloss',
  education: 'Education and Careers',
  events: 'Events and Performances',
  family: 'Family and Parenting',
  finance: 'Finance and Insurance',
  food_services: 'Food and Beverage Services',
  gambling: 'Gambling',
  green: 'Green/Eco',
  gifts: 'Gifts and Holiday Items',
  health: 'Health and Medical Services',
  home_services: 'Home and Garden Services',
  legal: 'Legal Services',
  media: 'Media',
  metals: 'Metals',
  crypto: 'Non-Fiat Currency',
  non_profits: 'Non-Profits',
  pets: 'Pet Ownership',
  telecom: 'Personal/Consumer Telecom',
  pharmaceuticals: 'Pharmaceuticals',
  politics: 'Politics',
  real_estate: 'Real Estate',
  religion: 'Religion and Spirituality',
  retail: 'Retail',
  fitness: 'Fitness Activities',
  sexual_health: 'Sexual Health',
  sporting_goods: 'Sporting Goods',
  travel: 'Travel and Tourism',
  tobacco: 'Tobacco',
  vehicles: 'Vehicles',
  weapons: 'Weapons and Ammunition',
} as const;
export type AdCategory = keyof typeof AD_CATEGORIES;
export const AD_CATEGORY_CODES = Object.keys(AD_CATEGORIES) as [AdCategory, ...AdCategory[]];

/** Stands in a block-list for campaigns that name no category. */
export const NO_CATEGORY = 'none';

export function isAdCategory(code: string | null): code is AdCategory {
  return code !== null && Object.hasOwn(AD_CATEGORIES, code);
}
